import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { doorkitArguments, environment, nodePath } from './doorkit-command.ts'
import { expectNoErrors, type Running, type SharedStore, type Started } from './shared-store.ts'

/** A store in a SQLite file. */
export interface FileStore extends SharedStore {
  readonly databaseFile: string
}

/** A new SQLite file. Its servers are processes of their own, started as users start them. */
export function createFileStore(): FileStore {
  const directory = mkdtempSync(join(tmpdir(), 'doorkit-conformance-'))
  const databaseFile = join(directory, 'doorkit.db')
  return {
    databaseFile,
    serve: (flags) => serveFile(databaseFile, flags),
    discard: () => rmSync(directory, { recursive: true }),
  }
}

async function serveFile(databaseFile: string, flags: readonly string[]): Promise<Running> {
  const common = ['--port', '0', '--json', '--print-key', '--drain-ms', '0']
  const serve = ['serve', '--store', `sqlite:${databaseFile}`, ...common, ...flags]
  const child = spawn(nodePath, [...doorkitArguments, ...serve], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  const log = collectLog(child)
  // The kit is read while the server starts: that is half of what a file waits for.
  const [started, { createHost }, { sqliteStore }] = await Promise.all([
    readStart(child, log),
    import('./host.ts'),
    import('@doorkit/store-sqlite'),
  ])
  return {
    started,
    openHost: () => createHost(sqliteStore({ file: databaseFile })),
    async stop() {
      const code = await end(child)
      process.off('exit', killChild)
      if (code !== 0) throw new Error(`The server ended with ${code}:\n${log.join('\n')}`)
      expectNoErrors(log.filter((line) => /^\S+ error /.test(line)))
    },
  }
}

function collectLog(child: ChildProcess): string[] {
  const lines: string[] = []
  if (child.stderr) createInterface(child.stderr).on('line', (line) => lines.push(line))
  return lines
}

function readStart(child: ChildProcess, log: readonly string[]): Promise<Started> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      reject(new Error(`The server ended with ${code} before it listened:\n${log.join('\n')}`))
    })
    if (!child.stdout) throw new Error('The server has no standard output.')
    createInterface(child.stdout).once('line', (line) => resolve(JSON.parse(line) as Started))
  })
}

function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code))
    child.kill('SIGTERM')
  })
}
