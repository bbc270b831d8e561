import type { Store, WriteOp } from '@doorkit/store'
import { type CountFilter, countRowOps } from '../../../server/src/collections/daily-counts.ts'
import { idempotency } from '../../../server/src/collections/idempotency-key.ts'
import { messages } from '../../../server/src/collections/message.ts'
import { answerPeople } from '../../../server/src/collections/person-in-stored-answer.ts'
import { addDays, localDay } from '../../../server/src/values/local-days.ts'

const rowsAtOnce = 500
const devices = ['desktop', 'mobile', 'unknown'] as const

/** Writes many rows in each commit, and returns the number of rows. */
async function write(store: Store, ops: Iterable<WriteOp>): Promise<number> {
  let rows: WriteOp[] = []
  let written = 0
  for (const op of ops) {
    rows.push(op)
    if (rows.length === rowsAtOnce) {
      await store.commit(rows)
      written += rows.length
      rows = []
    }
  }
  if (rows.length > 0) await store.commit(rows)
  return written + rows.length
}

/**
 * Writes counts of this many pages and sources for each of the last days. A reader without filters must
 * sum all of them.
 */
export function fillCounts(
  store: Store,
  workspace: string,
  { now, days, pages, sources }: Record<'now' | 'days' | 'pages' | 'sources', number>,
): Promise<number> {
  function* ops() {
    const today = localDay(now, 'UTC')
    for (let back = 0; back < days; back += 1) {
      const filters: CountFilter[] = [
        {},
        ...devices.map((device) => ({ device })),
        ...numbered(pages).map((number) => ({ page: `/page-${number}` })),
        ...numbered(sources).map((number) => ({ source: `source-${number}` })),
      ]
      for (const filter of filters) {
        const row = { day: addDays(today, -back), filter, ai: false }
        const [insert] = countRowOps(workspace, row, {})
        if (insert) yield insert
      }
    }
  }
  return write(store, ops())
}

const numbered = (count: number) => Array.from({ length: count }, (_, number) => number)

/** Adds this many messages to a conversation. */
export function fillTranscript(
  store: Store,
  target: { readonly workspace: string; readonly conversation: string },
  length: number,
  repeatedText?: string,
): Promise<number> {
  function* ops() {
    for (let position = 0; position < length; position += 1) {
      const text = repeatedText ?? `Message ${position} of a long conversation. `.repeat(4)
      yield messages.insert(
        `${target.conversation}_${position}`,
        { ...target, position, created_at: 0 },
        { role: 'user', text, tools: [] },
      )
    }
  }
  return write(store, ops())
}

/** Copies the stored answers of a workspace this many times. */
export async function fillAnswers(store: Store, workspace: string, times: number): Promise<number> {
  const where = [{ column: 'workspace', op: 'eq', value: workspace }] as const
  const page = { where, dir: 'asc', limit: rowsAtOnce } as const
  const people = await answerPeople.list(store, { ...page, index: 'id' })
  const answers = await idempotency.list(store, { ...page, index: 'id' })
  function* ops() {
    for (let time = 0; time < times; time += 1) {
      for (const { id, columns, data } of answers) {
        yield idempotency.insert(`${id}.${time}`, columns, data)
      }
      for (const { id, columns } of people) {
        yield answerPeople.insert(
          `${id}.${time}`,
          { ...columns, answer: `${columns.answer}.${time}` },
          null,
        )
      }
    }
  }
  return write(store, ops())
}

/** Adds this many rows that are past their retention. */
export function fillOld(store: Store, workspace: string, rows: number): Promise<number> {
  function* ops() {
    for (let row = 0; row < rows; row += 1) {
      const columns = { workspace, token: null, locked_until: null, expires_at: 1 }
      yield idempotency.insert(`old_${row}`, columns, { fingerprint: 'f', answer: null })
    }
  }
  return write(store, ops())
}

/** How many rows of `fillOld` are left. */
export async function countOld(store: Store): Promise<number> {
  const [counted] = await store.aggregate({
    in: idempotency.plan.name,
    where: [{ column: 'expires_at', op: 'lte', value: 1 }],
    measures: { left: { op: 'count' } },
  })
  return counted?.values.left ?? 0
}
