import { makePeople, type Person, peopleCount } from './people.ts'
import type { SeededRandom } from './seeded-random.ts'
import { type Topic, topics } from './topics.ts'

/** What a visit comes to. `preview` is the team trying its own agent. */
export type VisitKind = 'meeting' | 'lead' | 'handoff' | 'question' | 'preview'

/** One conversation of the demo, before it is written out. */
export interface Visit {
  /** Names its conversation, so that ids stay the same. */
  readonly name: string
  readonly kind: VisitKind
  readonly topic: Topic
  /** Who says so in the conversation; null where nobody does. */
  readonly person: Person | null
  /** Milliseconds since the epoch. */
  readonly startedAt: number
}

/** Everything the rest of the demo is derived from. */
export interface DemoPlan {
  readonly visits: readonly Visit[]
  readonly people: readonly Person[]
}

const hour = 3_600_000
const day = 24 * hour
const daysCovered = 90

const countOf: Readonly<Record<VisitKind, number>> = {
  lead: 42,
  meeting: 22,
  handoff: 16,
  question: 48,
  preview: 6,
}

/** Of the people known, those who wrote in; the others came over the API or an import. */
const peopleWhoWrite = 46

/** Plans the visits of the 90 days before `today`, more of them towards the end. */
export function planVisits(random: SeededRandom, today: number): DemoPlan {
  const people = makePeople(random)
  const kinds = random.shuffle(
    Object.entries(countOf).flatMap(([kind, count]) =>
      Array.from({ length: count }, () => kind as VisitKind),
    ),
  )
  let introduced = 0
  const visits = kinds.map((kind, position): Visit => {
    const introduces = kind === 'lead' || kind === 'meeting'
    const person = introduces ? people[introduced++ % peopleWhoWrite] : undefined
    return {
      name: String(position),
      kind,
      topic: random.pick(topics),
      person: person ?? null,
      startedAt: today - startsBefore(random),
    }
  })
  return { visits, people: people.slice(0, peopleCount) }
}

/** How long before today a visit began: on a past day, between 7:00 and 20:00. */
function startsBefore(random: SeededRandom): number {
  const daysAgo = 1 + Math.floor((daysCovered - 1) * random.next() ** 1.3)
  return daysAgo * day - random.between(7 * hour, 20 * hour)
}
