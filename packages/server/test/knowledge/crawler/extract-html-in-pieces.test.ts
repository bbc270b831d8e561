import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { extractHtml } from '../../../src/knowledge/crawler/extract-html.ts'

test('eight long pages that are read at the same time are parsed in pieces, after the first ones at most one in each tick', async () => {
  const page = '<p>text</p>'.repeat(30_000)
  const { signal } = new AbortController()
  let isOver = false
  const reading = Promise.all(Array.from({ length: 8 }, () => extractHtml(page, signal)))
  const over = reading.finally(() => {
    isOver = true
  })
  let ticks = 0
  for (; !isOver; ticks += 1) await setImmediate()
  await over
  expect(ticks).toBeGreaterThanOrEqual((8 * page.length) / 16_384)
})
