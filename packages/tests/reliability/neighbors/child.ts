import { fork } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environment, nodePath } from '../../conformance/support/doorkit-command.ts'
import type { Round } from '../campaign.ts'

/** A process that answers the requests of its parent. */
export interface Child<Ready, Methods> {
  /** Its report when it was ready. */
  readonly ready: Ready
  /** Rejects when the process dies. */
  ask<Name extends keyof Methods & string>(
    name: Name,
    ...input: Methods[Name] extends (...input: infer Input) => unknown ? Input : never
  ): Promise<Methods[Name] extends (...input: never) => infer Result ? Awaited<Result> : never>
  isRunning(): boolean
  kill(): Promise<void>
}

interface Question {
  readonly id: number
  readonly name: string
  readonly input: readonly unknown[]
}

interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly error?: string
}

interface PendingAnswer {
  resolve(result: unknown): void
  reject(error: Error): void
}

/** Starts a script that calls {@link answerParent}. It runs until the round ends. */
export async function startChild<Ready, Methods>(
  script: URL,
  input: unknown,
  { onEnd }: Pick<Round, 'onEnd'>,
  ...flags: readonly string[]
): Promise<Child<Ready, Methods>> {
  const file = fileURLToPath(script)
  const child = fork(file, [JSON.stringify(input)], {
    execPath: nodePath,
    execArgv: ['--conditions=@doorkit/source', ...flags],
    env: environment as NodeJS.ProcessEnv,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  // The child ends together with the process of the campaign.
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  let log = ''
  child.stderr?.on('data', (part) => {
    log = `${log}${part}`.slice(-5_000)
  })
  const waiting = new Map<number, PendingAnswer>()
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const died = once(child, 'exit').then(([code, signal]) => {
    process.off('exit', killChild)
    const error = new Error(`${basename(file)} ended with ${code ?? signal}:\n${log}`)
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    return error
  })
  const kill = async () => {
    killChild()
    await died
  }
  onEnd(kill)
  const ready = await Promise.race([once(child, 'message'), died])
  if (ready instanceof Error) throw ready
  child.on('message', ({ id, result, error }: Answer) => {
    const question = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) question?.resolve(result)
    else question?.reject(new Error(error))
  })
  let questions = 0
  return {
    ready: ready[0] as Ready,
    ask: (async (name: string, ...input: unknown[]) => {
      if (!isRunning()) throw await died
      const id = questions++
      return new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        // A question to a dying child fails once the child has died. Without a callback, the error of
        // the closed channel would hide the death.
        child.send({ id, name, input } satisfies Question, () => {})
      })
    }) as Child<Ready, Methods>['ask'],
    isRunning,
    kill,
  }
}

/** Reports that this process is ready, and answers until its parent ends. */
export function answerParent(
  ready: unknown,
  methods: Readonly<Record<string, (...input: never[]) => unknown>>,
): void {
  process.on('disconnect', () => process.exit())
  process.on('message', async ({ id, name, input }: Question) => {
    const answer = async (): Promise<Answer> => {
      try {
        return { id, result: await methods[name]?.(...(input as never[])) }
      } catch (error) {
        return { id, error: error instanceof Error ? (error.stack ?? error.message) : `${error}` }
      }
    }
    process.send?.(await answer())
  })
  process.send?.(ready)
}
