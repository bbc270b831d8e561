import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Store } from '@doorkit/store'
import { doorkitArguments, environment, nodePath } from './doorkit-command.ts'
import { createHost } from './host.ts'
import { expectNoErrors, type RunningServer, type StartFacts } from './shared-store.ts'

/**
 * Serves the store of a URL in a child process, with the command that users run.
 *
 * @param openStore - opens the same store in this process.
 */
export async function serveProcess(
  url: string,
  openStore: () => Store,
  flags: readonly string[],
): Promise<RunningServer> {
  const common = ['--port', '0', '--json', '--print-key', '--drain-ms', '0']
  const command = ['serve', '--store', url, ...common, ...flags]
  const child = spawn(nodePath, [...doorkitArguments, ...command], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  const log = collectLog(child)
  const started = await readStart(child, log)
  return {
    started,
    openHost: () => createHost(openStore(), flags),
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

function readStart(child: ChildProcess, log: readonly string[]): Promise<StartFacts> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      reject(new Error(`The server ended with ${code} before it was ready:\n${log.join('\n')}`))
    })
    if (!child.stdout) throw new Error('The server has no standard output.')
    createInterface(child.stdout).once('line', (line) => resolve(JSON.parse(line) as StartFacts))
  })
}

function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code))
    child.kill('SIGTERM')
  })
}
