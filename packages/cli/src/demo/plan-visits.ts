import { dayMs } from '@doorkit/server/internal'
import { makePeople, type Person } from './people.ts'
import type { SeededRandom } from './seeded-random.ts'
import { type Topic, topics } from './topics.ts'

export type VisitKind = 'meeting' | 'lead' | 'handoff' | 'question'

/** The plan of one visit with a conversation. */
export interface Visit {
  readonly kind: VisitKind
  /** Whether this is a visit of the team, which tries its own agent. */
  readonly test: boolean
  /** The number of the visit among those with the same `kind` and `test`, from 0. */
  readonly nth: number
  readonly topic: Topic
  /** The person who gives a name in the conversation; null if nobody does. */
  readonly person: Person | null
  /** Milliseconds since the epoch. */
  readonly startedAt: number
}

const hour = 3_600_000

/** How many days before today have visits. */
export const daysCovered = 90

const visitCounts: readonly { kind: VisitKind; test: boolean; count: number }[] = [
  { kind: 'lead', test: false, count: 44 },
  { kind: 'meeting', test: false, count: 20 },
  { kind: 'handoff', test: false, count: 16 },
  { kind: 'question', test: false, count: 48 },
  { kind: 'meeting', test: true, count: 3 },
  { kind: 'question', test: true, count: 3 },
]

/** How many of the people chat. The others come from the API or an import. */
const peopleWhoWrite = 46

/**
 * Makes up the people of the demo, and plans the visits with a conversation in the 90 days before
 * `today`. Recent days have more of them.
 */
export function planVisits(random: SeededRandom, today: number) {
  const people = makePeople(random)
  const kinds = random.shuffle(
    visitCounts.flatMap(({ kind, test, count }) =>
      Array.from({ length: count }, (_, nth) => ({ kind, test, nth })),
    ),
  )
  let introduced = 0
  const visits = kinds.map(({ kind, test, nth }): Visit => {
    const introduces = !test && (kind === 'lead' || kind === 'meeting')
    const person = introduces ? people[introduced++ % peopleWhoWrite] : undefined
    return {
      kind,
      test,
      nth,
      topic: random.pick(topics),
      person: person ?? null,
      startedAt: today - timeBeforeToday(random, mostDaysAgo(nth)),
    }
  })
  return { visits, people }
}

/** How far back a visit may be. Some of each kind are recent, for the short ranges of analytics. */
function mostDaysAgo(nth: number): number {
  if (nth === 0) return 5
  return nth < 5 ? 25 : daysCovered - 1
}

/** How long before today a visit begins. Every visit begins between 7:00 and 20:00. */
function timeBeforeToday(random: SeededRandom, days: number): number {
  const daysAgo = 1 + Math.floor(days * random.next() ** 1.3)
  return daysAgo * dayMs - random.between(7 * hour, 20 * hour)
}
