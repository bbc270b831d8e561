import type { Evaluation } from '@doorkit/models'
import fc from 'fast-check'

/** Where a visitor comes from, on which page, and with which device. */
export interface Origin {
  readonly page_url: string
  readonly source?: string | undefined
  readonly device?: 'desktop' | 'mobile' | undefined
  readonly ai_referred?: boolean | undefined
}

/**
 * Something that happens on a site, in a calendar, in a grader or over the chat API. The numbers
 * `visit`, `conversation` and `meeting` choose among those that exist.
 */
export type Fact =
  | {
      readonly kind: 'visit'
      readonly origin: Origin
      readonly visitor?: string | undefined
      readonly returning?: boolean | undefined
      readonly test?: boolean | undefined
    }
  | { readonly kind: 'opening' | 'chat'; readonly visit: number }
  | {
      readonly kind: 'conversation'
      /** Null for a conversation without a visit. */
      readonly visit: number | null
      readonly origin: Origin
      readonly test?: boolean | undefined
    }
  | { readonly kind: 'session' }
  | {
      readonly kind: 'message'
      readonly conversation: number
      readonly role: 'user' | 'assistant'
    }
  | { readonly kind: 'lead' | 'handoff' | 'meeting'; readonly conversation: number }
  | { readonly kind: 'cancel'; readonly meeting: number }
  | {
      readonly kind: 'grade'
      readonly conversation: number
      readonly evaluation: Evaluation
    }

/** A fact whose time is chosen once the time zone is known. */
export interface Report {
  readonly fact: Fact
  readonly moment: MomentChoice
  /** Whether the fact is reported twice at the same time, under one report id. A session begins only once. */
  readonly twice: boolean
}

/** How to choose a moment. The start of a day depends on the zone. */
export type MomentChoice =
  | { readonly at: 'any'; readonly share: number }
  /** Around the start of a day, this many days ago. */
  | { readonly at: 'edge'; readonly daysAgo: number; readonly offMs: number }
  /** Around a change of the clock. */
  | { readonly at: 'change'; readonly offMs: number }

const hourMs = 3_600_000
const pick = fc.nat({ max: 1_000 })

const origin: fc.Arbitrary<Origin> = fc.record({
  page_url: fc.constantFrom(
    'https://acme.example/',
    'https://acme.example/pricing?plan=a#top',
    'https://acme.example/pr%C3%A4mie',
  ),
  source: fc.constantFrom(undefined, 'google', 'direct', 'chatgpt'),
  device: fc.constantFrom(undefined, 'desktop', 'mobile'),
  ai_referred: fc.constantFrom(undefined, false, true),
})

const flag = fc.constantFrom(undefined, undefined, undefined, false, true)
const label = (...names: string[]) => fc.constantFrom(null, ...names)

const evaluation: fc.Arbitrary<Evaluation> = fc.record({
  intent: label('pricing', 'support', 'product'),
  buying_stage: label('awareness', 'decision'),
  qualification_score: fc.nat({ max: 200 }).map((halves) => halves / 2),
  meeting_intent: fc.nat({ max: 40 }).map((quarters) => quarters / 4),
  understood: fc.boolean(),
  failure_category: label('no_answer', 'wrong_answer'),
  abandonment_reason: fc.constant(null),
  recommended_improvement: fc.constant(null),
})

const fact: fc.Arbitrary<Fact> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('visit' as const),
      origin,
      visitor: fc.constantFrom(undefined, 'a', 'b', 'c', 'd'),
      returning: flag,
      test: flag,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('opening' as const, 'chat' as const),
      visit: pick,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('conversation' as const),
      visit: fc.option(pick, { freq: 3 }),
      origin,
      test: flag,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'session' as const }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('message' as const),
      conversation: pick,
      role: fc.constantFrom('user' as const, 'user' as const, 'assistant' as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('lead' as const, 'handoff' as const, 'meeting' as const),
      conversation: pick,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), meeting: pick }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('grade' as const),
      conversation: pick,
      evaluation,
    }),
  },
)

const moment: fc.Arbitrary<MomentChoice> = fc.oneof(
  fc.record({ at: fc.constant('any' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({
    at: fc.constant('edge' as const),
    // The first and last days of every range and of the range before it, and days near them.
    daysAgo: fc.constantFrom(0, 1, 2, 3, 4, 6, 7, 13, 14, 27, 28, 29, 30, 59, 60, 89, 90, 179, 180),
    offMs: fc.constantFrom(-1, 0, 1, hourMs),
  }),
  fc.record({
    at: fc.constant('change' as const),
    offMs: fc.constantFrom(-2 * hourMs, -hourMs, -1, 0, 1, hourMs - 1, hourMs, 2 * hourMs),
  }),
)

/** The reports of a site over 200 days. */
export const reports: fc.Arbitrary<Report[]> = fc.array(
  fc.record({ fact, moment, twice: fc.boolean() }),
  { minLength: 60, maxLength: 120, size: 'max' },
)
