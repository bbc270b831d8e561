import type { Round, Row } from '../campaign.ts'
import type { Case } from './cases.ts'
import type { Measurement } from './system.ts'

const p99Ms = 100
const longestMs = 300
/** The limits of the short form are high, since other tests run at the same time. */
const pieceMs = 2_000
const workMs = 4_000

/** Compares the result of an attack with the promises. */
export function judge(
  round: Round,
  store: string,
  { name, atOnce, conflicts }: Case,
  measured: Measurement,
): void {
  const { attacked, waits, cost, death } = measured
  const facts = () => ({ store, name, atOnce, waits, death, attacked, cost })
  round.check(death === null, 'a server survives every operation', facts)
  if (cost === null) return
  round.check(waits.failed === 0, 'another workspace is answered', facts)
  if (atOnce !== null) {
    const statuses = Object.keys(attacked.answers)
    const isServed = statuses.some((status) => status.startsWith('2'))
    round.check(isServed, 'the largest valid input is served', facts)
    // A call that the server refuses for its content does no work.
    const allowed = conflicts ? ['409', '429'] : ['429']
    const isValid = statuses.every((status) => !status.startsWith('4') || allowed.includes(status))
    round.check(isValid, 'every call of an attack is valid', facts)
  }
  if (!round.long) {
    round.check(cost.pieceMs < pieceMs, 'no piece of work blocks the process for long', facts)
    round.check(cost.workLongest < workMs, 'little work delays another workspace', facts)
    return
  }
  const isShort = waits.p99 <= p99Ms && waits.longest <= longestMs
  round.check(
    isShort,
    'another workspace waits at most 100 ms for 99 of 100 requests, and never more than 300 ms',
    facts,
  )
}

/** The row of an attack in the table. */
export function rowOf(
  store: string,
  { name, atOnce }: Case,
  { attacked, waits, cost, death }: Measurement,
  baseline: Measurement,
): Row {
  const ms = (value: number | null | undefined) => (value == null ? null : Math.round(value))
  return {
    store,
    attack: name,
    'at once': atOnce,
    answered: Object.values(attacked.answers).reduce((sum, count) => sum + count, 0),
    p50: ms(waits.p50),
    p99: ms(waits.p99),
    longest: ms(waits.longest),
    failed: waits.failed,
    'p50 before': ms(baseline.waits.p50),
    'p99 before': ms(baseline.waits.p99),
    'longest before': ms(baseline.waits.longest),
    'work p99': ms(cost?.workP99),
    'longest work': ms(cost?.workLongest),
    'ticks p99': cost?.ticksP99 ?? null,
    'piece ms': ms(cost?.pieceMs),
    'processor ms': ms(cost?.processorMs),
    'garbage ms': ms(cost?.garbageMs),
    'queued ms': ms(cost?.queuedMs),
    'RSS MB': ms(cost?.rssMb),
    'heap MB': ms(cost?.heapMb),
    died: death === null ? null : 'died',
  }
}

/** Sorts the worst first: attacks that killed the server, then by the longest wait of the neighbor. */
export function worstFirst(rows: readonly Row[]): Row[] {
  const badness = ({ died, longest }: Row) => (died ? Number.POSITIVE_INFINITY : Number(longest))
  return rows.toSorted((left, right) => badness(right) - badness(left) || 0)
}
