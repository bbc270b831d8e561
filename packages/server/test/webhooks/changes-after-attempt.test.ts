import { expect, test } from 'vitest'
import type { StoredDelivery } from '../../src/collections/delivery.ts'
import type { DueDeliveryData, StoredDueDelivery } from '../../src/collections/due-delivery.ts'
import type { StoredEvent } from '../../src/collections/event.ts'
import type { AttemptOutcome } from '../../src/ports/webhook-sender.ts'
import { changeOf, type DeliveryState } from '../../src/webhooks/changes-after-attempt.ts'

const at = 1_000_000
const event = {} as StoredEvent
const log = { data: { event_type: 'lead.captured', next_at: null, response: 'kept' } }

const dueRow = (changes: Partial<DueDeliveryData> = {}) =>
  ({
    id: 'whd_1',
    rev: 7,
    columns: { workspace: 'ws_1', endpoint: 'we_1', due_at: at },
    data: {
      event: 'evt_1',
      event_type: 'lead.captured',
      automatic: 0,
      automatic_at: at,
      manual: 0,
      ...changes,
    },
  }) as StoredDueDelivery

const failed: AttemptOutcome = {
  status: 500,
  error: 'HTTP 500',
  response: 'no',
  durationMs: 12,
  retryAfterMs: null,
}

/** The change after an attempt. Without `state`, nothing else has happened to the delivery. */
const changeAfter = (outcome: AttemptOutcome | null, state: Partial<DeliveryState> = {}) => {
  const due = dueRow()
  const result = { delivery: due, event, outcome, at, random: 0.5 }
  return changeOf(result, { due, event, isErased: false, ...state })
}

const logRow = { in: 'webhook_deliveries', partition: 'ws_1', id: 'whd_1' }
const scheduleRow = { in: 'deliveries_due', partition: 'ws_1', id: 'whd_1' }

test('a delivery whose event no longer exists leaves the log and the schedule', () => {
  expect(changeAfter(failed, { event: null })).toEqual({
    id: 'whd_1',
    ops: [
      { op: 'remove', ...logRow },
      { op: 'remove', ...scheduleRow, ifRev: 7 },
    ],
    dueAt: null,
  })
})

test('a delivery that left the log also leaves the schedule', () => {
  const { ops, dueAt } = changeAfter(failed, { log: null })
  expect(ops).toEqual([{ op: 'remove', ...scheduleRow, ifRev: 7 }])
  expect(dueAt).toBeNull()
})

test('a delivery without a payload is tried again in a second, and its log says when', () => {
  const { ops, dueAt } = changeAfter(null, { log: log as StoredDelivery })
  expect(dueAt).toBe(at + 1_000)
  expect(ops).toEqual([
    { op: 'patch', ...logRow, data: { ...log.data, next_at: at + 1_000 } },
    { op: 'patch', ...scheduleRow, set: { due_at: at + 1_000 }, ifRev: 7 },
  ])
})

test('a delivery without a payload whose log was not read changes only the schedule', () => {
  expect(changeAfter(null).ops).toEqual([
    { op: 'patch', ...scheduleRow, set: { due_at: at + 1_000 }, ifRev: 7 },
  ])
})

test('a failed attempt is logged with its answer, and the schedule continues', () => {
  const { ops, dueAt } = changeAfter(failed)
  expect(dueAt).toBe(at + 30_000)
  expect(ops).toEqual([
    {
      op: 'patch',
      ...logRow,
      set: { status: 'retrying', updated_at: at },
      add: { attempts: 1 },
      data: {
        event_type: 'lead.captured',
        next_at: at + 30_000,
        last_status: 500,
        last_error: 'HTTP 500',
        response: 'no',
        duration_ms: 12,
      },
      when: [{ column: 'erased', op: 'eq', value: 0 }],
    },
    {
      op: 'patch',
      ...scheduleRow,
      set: { due_at: at + 30_000 },
      data: dueRow({ automatic: 1, automatic_at: at + 30_000 }).data,
      ifRev: 7,
    },
  ])
})

test('a delivery that was accepted leaves the schedule', () => {
  const { ops, dueAt } = changeAfter({ ...failed, status: 204, error: null })
  expect(dueAt).toBeNull()
  expect(ops).toMatchObject([{ set: { status: 'delivered' } }, { op: 'remove', ifRev: 7 }])
})

test('the answer to an event of an erased person is not kept', () => {
  const { ops } = changeAfter(failed, { isErased: true })
  expect(ops[0]).toMatchObject({
    data: { response: null, last_status: 500 },
    when: [{ column: 'erased', op: 'eq', value: 1 }],
  })
})

test('a delivery is due immediately if a redelivery is requested during its attempt', () => {
  const requested = dueRow({ manual: 2, automatic_at: null })
  const { ops, dueAt } = changeAfter(failed, { due: requested })
  expect(dueAt).toBe(at)
  expect(ops).toMatchObject([
    { set: { status: 'queued' } },
    { set: { due_at: at }, data: { manual: 2, automatic: 1 } },
  ])
})

test('an attempt on request uses up the request, and no attempt of the schedule', () => {
  const due = dueRow({ manual: 1, automatic: 3, automatic_at: at + 5 })
  const result = { delivery: due, event, outcome: failed, at, random: 0.5 }
  const { ops, dueAt } = changeOf(result, { due, event, isErased: false })
  expect(dueAt).toBe(at + 5)
  expect(ops[1]).toMatchObject({ data: { manual: 0, automatic: 3, automatic_at: at + 5 } })
})
