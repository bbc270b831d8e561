import { startChild } from '../child.ts'
import type { ContenderFacts, ContenderOptions, ContenderRequest, Usage } from './contender.ts'
import type { ContenderName } from './contenders.ts'

/** A contender in a child process. */
export interface RunningContender {
  readonly facts: ContenderFacts
  /** The processor time that it has used since its start, and its memory. */
  usage(request?: ContenderRequest): Promise<Usage>
  stop(): void
}

/** Starts a contender in a child process. */
export async function runContender(
  name: ContenderName,
  options: ContenderOptions,
): Promise<RunningContender> {
  const file = new URL('./contender-process.ts', import.meta.url)
  const child = await startChild(file, [name, JSON.stringify(options)])
  return {
    facts: child.greeting as ContenderFacts,
    usage: async (request = {}) => (await child.ask(request)) as Usage,
    stop: child.stop,
  }
}
