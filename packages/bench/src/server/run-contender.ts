import { startChild } from '../child.ts'
import type { ContenderFacts, ContenderOptions, ContenderRequest, Usage } from './contender.ts'
import type { ContenderName } from './contenders.ts'

export type RunningContender = Awaited<ReturnType<typeof runContender>>

/** Starts a contender in a child process. */
export async function runContender(name: ContenderName, options: ContenderOptions) {
  const file = new URL('./contender-process.ts', import.meta.url)
  const child = await startChild(file, [name, JSON.stringify(options)])
  return {
    facts: child.greeting as ContenderFacts,
    usage: async (request: ContenderRequest = {}) => (await child.ask(request)) as Usage,
    stop: child.stop,
  }
}
