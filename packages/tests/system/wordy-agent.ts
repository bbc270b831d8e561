import type { Agent } from '@doorkit/server'
import { expect } from 'vitest'

/** Expects a value to match before long, because events can be late on a busy machine. */
export const eventually = <Value>(read: () => Value): ReturnType<typeof expect.poll<Value>> =>
  expect.poll(read, { timeout: 20_000 })

/** Creates an agent that writes a word each time the test calls `sayNext`. */
export function wordyAgent(words: readonly string[]) {
  const waiting: (() => void)[] = []
  const agent: Agent = {
    async *reply() {
      yield { type: 'text-start', id: 'text' }
      for (const delta of words) {
        await new Promise<void>((resolve) => void waiting.push(resolve))
        yield { type: 'text-delta', id: 'text', delta }
      }
      yield { type: 'text-end', id: 'text' }
    },
  }
  const sayNext = async () => {
    await eventually(() => waiting.length).toBe(1)
    waiting.shift()?.()
  }
  return { agent, sayNext }
}
