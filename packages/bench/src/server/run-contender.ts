import { startChild } from '../child.ts'
import type { ContenderFacts, ContenderName, ContenderOptions } from './contender.ts'
import type { ContenderRequest, Usage } from './contender-process.ts'

/** A contender in a process of its own. */
export interface RunningContender {
  readonly facts: ContenderFacts
  /** What it has used since it started. */
  usage(request?: ContenderRequest): Promise<Usage>
  stop(): void
}

/** Starts a contender in a process of its own. */
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
