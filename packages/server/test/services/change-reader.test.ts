import { memoryStore } from '@doorkit/store'
import { expect, test } from 'vitest'
import { manualClock } from '../../src/ports/clock.ts'
import { silentLogger } from '../../src/ports/logger.ts'
import { createChangeReader } from '../../src/services/change-reader.ts'

const start = Date.parse('2026-10-05T10:00:00Z')

test('a read that must reach further back and falls due during another one comes next', async () => {
  const clock = manualClock(start)
  const reads: number[] = []
  let finishFirstRead = () => {}
  let polls = 0
  const startReading = createChangeReader(
    { store: memoryStore(), clock, logger: silentLogger },
    {
      watched: [],
      isIdle: () => false,
      onPoll() {
        polls += 1
        return polls === 2
      },
      read(since) {
        reads.push(since)
        return new Promise<void>((resolve) => {
          finishFirstRead = resolve
        })
      },
      failureMessage: 'The changes could not be read.',
    },
  )
  startReading()
  clock.advance(1_000)
  await expect.poll(() => reads).toEqual([start - 3_000])
  clock.advance(1_000)
  finishFirstRead()
  await new Promise(setImmediate)
  clock.advance(100)
  await expect.poll(() => reads[1]).toBe(clock.now() - 63_000)
})

test('after an outage longer than a wide read reaches back, the read continues where the last one ended', async () => {
  const clock = manualClock(start)
  const reads: number[] = []
  let isDown = false
  let isWide = false
  const startReading = createChangeReader(
    { store: memoryStore(), clock, logger: silentLogger },
    {
      watched: [],
      isIdle: () => false,
      onPoll: () => isWide,
      async read(since) {
        if (isDown) throw new Error('The store is down.')
        reads.push(since)
      },
      failureMessage: 'The changes could not be read.',
    },
  )
  const poll = async () => {
    clock.advance(1_000)
    await new Promise(setImmediate)
  }
  startReading()
  await poll()
  isDown = true
  for (let second = 0; second < 120; second += 1) await poll()
  isDown = false
  isWide = true
  await poll()
  expect(reads).toEqual([start - 3_000, start + 1_000 - 3_000])
})
