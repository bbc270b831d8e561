import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The time and memory that the compiler needs for a program. */
export interface TypeCost {
  /** Processor time, which other work on the machine hardly changes. */
  readonly ms: number
  /** Memory in use at the end, after garbage collection. */
  readonly megabytes: number
}

const compiler = createRequire(import.meta.url).resolve('typescript/lib/tsc.js')

const settings = {
  compilerOptions: {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: 'es2023',
    module: 'nodenext',
    types: ['node'],
  },
  files: ['program.mts'],
}

// With `--expose-gc`, the compiler collects garbage before it reports its memory. Otherwise the figures
// of the same program differ by fifteen megabytes from run to run. The time of the collection does not count.
const processorTimeHook = `
  const spent = (since) => {
    const { user, system } = process.cpuUsage(since)
    return user + system
  }
  const { gc } = globalThis
  let collecting = 0
  globalThis.gc = () => {
    const before = process.cpuUsage()
    gc()
    collecting += spent(before)
  }
  process.on('exit', () => {
    process.stdout.write('Processor time: ' + (spent() - collecting) + '\\n')
  })
`

/** Compiles a program in a project, and returns its cost. */
export async function measureTypes(program: string, directory: string): Promise<TypeCost> {
  writeFileSync(join(directory, 'program.mts'), program)
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(settings))
  const hook = `data:text/javascript,${encodeURIComponent(processorTimeHook)}`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--expose-gc', '--import', hook, compiler, '--project', directory, '--extendedDiagnostics'],
    { cwd: directory },
  )
  return {
    ms: read(stdout, /^Processor time: (\d+)$/m) / 1_000,
    megabytes: read(stdout, /^Memory used:\s+(\d+)K$/m) / 1_000,
  }
}

function read(report: string, line: RegExp): number {
  const value = Number(line.exec(report)?.[1])
  if (Number.isNaN(value)) throw new Error(`The compiler did not report ${line.source}`)
  return value
}
