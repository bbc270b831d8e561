import { memoryStore } from '@doorkit/store'
import { expect, test } from 'vitest'
import { schemaPlan } from '../../src/collections/all-collections.ts'
import { type EventData, events } from '../../src/collections/event.ts'
import { manualClock } from '../../src/index.ts'
import { largestSkewMs } from '../../src/services/check-clock.ts'
import type { Services } from '../../src/services/services.ts'
import { correctEventTimes } from '../../src/worker/correct-event-times.ts'

test.each([
  ['the longest lease', 3_000, 30_000],
  ['the payload delay, if it is longer,', 60_000, 60_000],
])(
  'an event that is due later than %s and the largest clock skew allow becomes due now',
  async (_what, payloadDelayMs, longest) => {
    const now = 1_000
    const beyond = now + longest + largestSkewMs
    const store = memoryStore()
    await store.migrate(schemaPlan)
    const columns = { workspace: 'ws_1', created_at: 0, about: 'conv_1', lease: 'another' }
    await store.commit([
      events.insert('evt_within', { ...columns, due_at: beyond }, {} as EventData),
      events.insert('evt_beyond', { ...columns, due_at: beyond + 1 }, {} as EventData),
    ])
    const reported: unknown[] = []
    const checkClock = (...facts: unknown[]) => void reported.push(facts)
    const clock = manualClock(now)
    await correctEventTimes({ store, clock, payloadDelayMs, checkClock } as unknown as Services)
    const found = await events.getMany(store, 'ws_1', ['evt_within', 'evt_beyond'])
    expect(found.get('evt_within')?.columns).toMatchObject({ due_at: beyond, lease: 'another' })
    expect(found.get('evt_beyond')?.columns).toMatchObject({ due_at: now, lease: null })
    expect(reported).toEqual([['ws_1', beyond + 1]])
  },
)
