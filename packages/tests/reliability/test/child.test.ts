import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startChild } from '../neighbors/child.ts'

test('every question to a child that is dying fails with the reason of its death', async () => {
  const script = new URL('./children/dying.ts', import.meta.url)
  const child = await startChild<null, { end(): void }>(script, {}, { onEnd: () => {} })
  const answers: Promise<unknown>[] = []
  while (child.isRunning()) {
    answers.push(child.ask('end').catch((error: Error) => error.message))
    await wait(10)
  }
  for (const answer of await Promise.all(answers)) {
    expect(answer).toMatch('dying.ts ended with 3')
  }
  expect(answers.length).toBeGreaterThan(1)
})
