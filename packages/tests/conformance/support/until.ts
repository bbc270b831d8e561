import { setImmediate as endOfTick, setTimeout as pause } from 'node:timers/promises'

const deadlineMs = 15_000
const pauseMs = 20

/** Calls `ask` until it returns a value. Throws at the deadline, and names what was missing. */
export async function until<Value>(
  what: string,
  ask: () => Promise<Value | undefined | null | false>,
): Promise<Value> {
  const deadline = Date.now() + deadlineMs
  for (;;) {
    const value = await ask()
    if (value) return value
    if (Date.now() > deadline) throw new Error(`Waited ${deadlineMs} ms for: ${what}`)
    await pause(pauseMs)
  }
}

/** Waits for the next millisecond, so that later changes have a later time. */
export async function nextMoment(): Promise<void> {
  const now = Date.now()
  while (Date.now() === now) await endOfTick()
}
