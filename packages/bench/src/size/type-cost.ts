import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The time and memory that the compiler needs for a program. */
export interface TypeCost {
  /** Of processor time: what else the machine does counts little. */
  readonly ms: number
  /** Held in the end, without what the compiler had no more use for. */
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

// The compiler collects garbage before it tells its memory, where it is given the means: without,
// the same program differs by fifteen megabytes from run to run. That difference is no work of the compiler.
const tellProcessorTime = `
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

/** Compiles a program in a project, and resolves to what that needed. */
export async function measureTypes(program: string, directory: string): Promise<TypeCost> {
  writeFileSync(join(directory, 'program.mts'), program)
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(settings))
  const hook = `data:text/javascript,${encodeURIComponent(tellProcessorTime)}`
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
  if (Number.isNaN(value)) throw new Error(`The compiler did not say ${line.source}`)
  return value
}
