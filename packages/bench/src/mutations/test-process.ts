import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TestRun } from './session.ts'

/** A process that runs test files, one at a time. */
export interface TestProcess extends Disposable {
  /** The files that it can run. */
  readonly files: () => Promise<readonly string[]>
  /** Whether a test file fails; one that does not end, or ends the process, fails too. */
  readonly fails: (run: TestRun) => Promise<boolean>
}

interface Started {
  readonly child: ChildProcess
  readonly files: Promise<readonly string[]>
}

/** Longer than any test file takes whose tests end within their own time. */
const longestRunMs = 60_000

const program = fileURLToPath(new URL('mutant-process.ts', import.meta.url))

/** Starts a process on the sources in a file, and another where a mutant never lets go of it. */
export function createTestProcess(sourcesFile: string): TestProcess {
  let { child, files } = start(sourcesFile)
  return {
    files: () => files,
    async fails(run) {
      await files
      child.send(run)
      try {
        return Boolean(await answerOf(child, longestRunMs))
      } catch {
        child.kill('SIGKILL')
        ;({ child, files } = start(sourcesFile))
        return true
      }
    },
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  }
}

function start(sourcesFile: string): Started {
  const child = fork(program, [sourcesFile], {
    execArgv: ['--conditions=@doorkit/source'],
    // What mutants make tests print says nothing.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const files = answerOf(child, longestRunMs) as Promise<readonly string[]>
  // Told to whoever waits for it.
  files.catch(() => {})
  return { child, files }
}

function answerOf(child: ChildProcess, longestMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onFailure)
    }
    const onMessage = (answer: unknown) => {
      end()
      resolve(answer)
    }
    const onFailure = () => {
      end()
      reject(new Error('The process that runs the tests ended, or never answered'))
    }
    const timer = setTimeout(onFailure, longestMs)
    child.on('message', onMessage).on('exit', onFailure)
  })
}
