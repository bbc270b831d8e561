import { setTimeout as pause } from 'node:timers/promises'

const deadlineMs = 15_000
const pauseMs = 20

/** Asks again until there is an answer. Throws at the deadline, with the last answer that was none. */
export async function until<Value>(
  what: string,
  ask: () => Promise<Value | undefined | null | false>,
): Promise<Value> {
  const deadline = Date.now() + deadlineMs
  for (;;) {
    const value = await ask()
    if (value) return value
    if (Date.now() > deadline) throw new Error(`Waited ${deadlineMs} ms in vain for: ${what}`)
    await pause(pauseMs)
  }
}
