import { toTimestamp } from '@doorkit/models'
import * as z from 'zod'
import { bookings } from '../collections/booking.ts'
import { conversations } from '../collections/conversation.ts'
import { meetings } from '../collections/meeting.ts'
import { commitChange } from '../commit/commit-change.ts'
import { check } from '../errors/check-input.ts'
import { rowsPerBulkWrite } from '../limits/bounds.ts'
import type { Services } from '../services/services.ts'
import { dayMs } from '../values/local-days.ts'
import { deleteConversation } from './delete-conversation.ts'

/** One sweep of the worker stops after this many rows of each kind. The next begins a minute later. */
const mostPerSweep = 1_000
const conversationsAtOnce = 50

const age = z
  .string()
  .regex(/^[1-9]\d{0,4}d$/, 'Give a number of days, such as 180d.')
  .optional()

const Retention = z.strictObject({ conversations: age, meetings: age, bookings: age })

/** How long to keep the rows of each kind, in days: `180d`. Without an age, they are kept forever. */
export interface RetentionOptions {
  /** Conversations with their transcripts and chat sessions. The age counts from the last change. */
  readonly conversations?: `${number}d` | undefined
  /** Meetings. The age counts from the beginning of the meeting. */
  readonly meetings?: `${number}d` | undefined
  /** Attempts to book a meeting, and bookings through personal links. The age counts from the report. */
  readonly bookings?: `${number}d` | undefined
}

/** How many rows of one kind a retention removes. */
export interface RetentionCount {
  /** The kind, as the options name it. */
  readonly kind: keyof RetentionOptions
  /** The time before which rows are removed, as RFC 3339 in UTC. */
  readonly before: string
  /** How many rows are older, or how many older rows were removed. */
  readonly count: number
}

/** Removes old rows of the kinds that the options name. */
export interface RetentionRunner {
  /** Counts the rows that are due to be removed. It changes nothing. */
  preview(): Promise<RetentionCount[]>
  /** Removes all rows that are due, and returns how many. The worker does the same in portions. */
  apply(): Promise<RetentionCount[]>
}

/** The kinds, each with the column from which the age counts. */
export const hostAges = {
  conversations: { collection: conversations, column: 'updated_at' },
  meetings: { collection: meetings, column: 'start_at' },
  bookings: { collection: bookings, column: 'created_at' },
} as const

/**
 * Checks the ages of a host's retention.
 *
 * @throws KitError `invalid_input` for an unknown kind, or an age that is not a number of days.
 */
export function checkRetention(options: RetentionOptions | undefined): void {
  check(Retention, options ?? {}, 'retention')
}

/** The kinds with an age, and the time before which rows of each are removed. */
function agesOf(options: RetentionOptions, now: number) {
  return (Object.keys(hostAges) as (keyof typeof hostAges)[]).flatMap((kind) => {
    const days = options[kind]
    return days === undefined ? [] : [{ kind, before: now - Number.parseInt(days, 10) * dayMs }]
  })
}

export function manageRetention(
  ready: () => Promise<Services>,
  options: RetentionOptions,
): RetentionRunner {
  return {
    async preview() {
      const { store, clock } = await ready()
      const counts = agesOf(options, clock.now()).map(async ({ kind, before }) => {
        const { collection, column } = hostAges[kind]
        const [row] = await store.aggregate({
          in: collection.plan.name,
          where: [{ column, op: 'lt', value: before }],
          groupBy: [],
          measures: { count: { op: 'count' } },
        })
        return { kind, before: toTimestamp(before), count: row?.values.count ?? 0 }
      })
      return Promise.all(counts)
    },
    async apply() {
      const services = await ready()
      const done: RetentionCount[] = []
      for (const { kind, before } of agesOf(options, services.clock.now())) {
        let count = 0
        let removed: number
        do {
          removed = await removeOld(services, kind, before)
          count += removed
        } while (removed > 0)
        done.push({ kind, before: toTimestamp(before), count })
      }
      return done
    },
  }
}

/** Creates the function that removes a portion of the rows past their retention in each sweep. */
export function hostRowsRemover(options: RetentionOptions) {
  return async (services: Services, now: number): Promise<number> => {
    let removed = 0
    for (const { kind, before } of agesOf(options, now)) {
      removed += await removeOld(services, kind, before)
    }
    return removed
  }
}

/** Removes a portion of the rows of a kind, and returns how many. */
async function removeOld(
  services: Services,
  kind: keyof typeof hostAges,
  before: number,
): Promise<number> {
  let count = 0
  let more = true
  while (more && count < mostPerSweep) {
    const removed = await (kind === 'conversations'
      ? removeConversations(services, before)
      : removeRows(services, kind, before))
    count += removed.changed
    more = removed.more
  }
  return count
}

function removeRows({ store }: Services, kind: keyof typeof hostAges, before: number) {
  const { collection, column } = hostAges[kind]
  const where = [{ column, op: 'lt', value: before } as const]
  return store.deleteMany({ in: collection.plan.name, where, limit: rowsPerBulkWrite })
}

async function removeConversations(services: Services, before: number) {
  const { store } = services
  const where = [{ column: hostAges.conversations.column, op: 'lt', value: before } as const]
  const query = { index: 'conversations_changed', where, dir: 'asc' } as const
  const rows = await conversations.list(store, { ...query, limit: conversationsAtOnce })
  let changed = 0
  for (const { id, columns } of rows) {
    changed += await commitChange(services, columns.workspace, async (at) => {
      const row = await conversations.get(store, columns.workspace, id)
      // The conversation has changed since the list was read, or is gone.
      if (!row || row.columns.updated_at >= before) return { ops: [], reply: 0 }
      return { ops: await deleteConversation(services, row, at), reply: 1 }
    })
  }
  return { changed, more: rows.length === conversationsAtOnce }
}
