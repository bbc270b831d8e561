import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ClientOptions, createClient, type DoorkitError } from '../../src/index.ts'
import { createSimulatedClock } from './simulated-clock.ts'

/** How the server treats one attempt. */
interface Treatment {
  readonly tookMs: number
  readonly kind: 'page' | 'limited' | 'broken' | 'silent' | 'ok'
  /** The wait that the server asks for, and the format of the header. */
  readonly askedMs: number | undefined
  readonly form: 'seconds' | 'date' | 'milliseconds'
  /** How wrong the server's clock is. */
  readonly skewMs: number
}

const anyTreatment: fc.Arbitrary<Treatment> = fc.record({
  tookMs: fc.nat({ max: 4_000 }),
  kind: fc.constantFrom('page', 'limited', 'broken', 'silent', 'ok'),
  askedMs: fc.option(
    fc.nat({ max: 120 }).map((seconds) => seconds * 1_000),
    { nil: undefined },
  ),
  form: fc.constantFrom('seconds', 'date', 'milliseconds'),
  skewMs: fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
})

function headersOf({ askedMs, form, skewMs }: Treatment, nowMs: number): Record<string, string> {
  if (askedMs === undefined) return {}
  if (form === 'seconds') return { 'retry-after': String(askedMs / 1_000) }
  if (form === 'milliseconds') return { 'retry-after-ms': String(askedMs) }
  const serverTime = Math.floor((nowMs + skewMs) / 1_000) * 1_000
  return {
    date: new Date(serverTime).toUTCString(),
    'retry-after': new Date(serverTime + askedMs).toUTCString(),
  }
}

const boundMs = (attempt: number) => Math.min(8_000, 250 * 2 ** (attempt - 1))

/** The least time that the client must wait, if the answer arrives. */
const askedMsOf = ({ kind, askedMs }: Treatment) =>
  kind === 'page' || kind === 'limited' ? askedMs : undefined

async function callOnce(treatments: readonly Treatment[], options: ClientOptions) {
  const clock = createSimulatedClock()
  const startsAt = clock.now()
  const starts: number[] = []
  const client = createClient({
    apiKey: 'dk_test_secret',
    baseUrl: 'https://host/v1',
    clock,
    async fetch(_url, { signal }) {
      starts.push(clock.now() - startsAt)
      const treatment = treatments[Math.min(starts.length, treatments.length) - 1]
      if (!treatment || treatment.kind === 'silent') await clock.pause(10_000_000, signal)
      await clock.pause(treatment?.tookMs ?? 0, signal)
      if (treatment?.kind === 'broken') throw new TypeError('fetch failed')
      const headers = treatment ? headersOf(treatment, clock.now()) : {}
      if (treatment?.kind === 'page') return new Response('', { status: 503, headers })
      const problem = { code: 'rate_limited', title: 'Limited', detail: 'Wait.' }
      return treatment?.kind === 'limited'
        ? Response.json(problem, { status: 429, headers })
        : Response.json({ id: 'ct_1' })
    },
    ...options,
  })
  const result = await clock.run(client.contacts.get('ct_1').safe())
  return { result, starts, tookMs: clock.now() - startsAt, pending: clock.pending() }
}

describe('any call', () => {
  test('keeps its deadline, and waits as long as the server asks, plus at most its own backoff', async () => {
    const settings = fc.record({
      treatments: fc.array(anyTreatment, { minLength: 1, maxLength: 8 }),
      maxRetries: fc.nat({ max: 7 }),
      deadline: fc.integer({ min: 1, max: 200_000 }),
      timeout: fc.integer({ min: 1, max: 10_000 }),
      randoms: fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
        minLength: 8,
        maxLength: 8,
      }),
    })
    let checkedDelays = 0
    await fc.assert(
      fc.asyncProperty(settings, async ({ treatments, randoms, ...options }) => {
        let draws = 0
        const random = () => randoms[draws++ % randoms.length] ?? 0
        const run = await callOnce(treatments, { ...options, random })
        const { result, starts, tookMs } = run
        const { maxRetries, deadline } = options
        expect(run.pending).toBe(0)
        expect(tookMs).toBeLessThanOrEqual(deadline + 20)
        expect(starts.length).toBeLessThanOrEqual(maxRetries + 1)
        for (const startMs of starts) expect(startMs).toBeLessThan(deadline)
        if (result.ok) {
          expect(result.meta.attempts).toBe(starts.length)
          return
        }
        const error: DoorkitError = result.error
        const history = error.history ?? []
        expect(history).toHaveLength(starts.length)
        for (const [index, { delayMs, durationMs }] of history.entries()) {
          const treatment = treatments[Math.min(index, treatments.length - 1)]
          const next = starts[index + 1]
          if (delayMs === undefined) {
            expect(next).toBeUndefined()
            continue
          }
          const asked = (treatment && history[index]?.status && askedMsOf(treatment)) || 0
          expect(delayMs).toBeGreaterThanOrEqual(asked)
          expect(delayMs).toBeLessThanOrEqual(asked + boundMs(index + 1))
          const gapMs = (next ?? Number.NaN) - (starts[index] ?? 0)
          // Durations are in whole milliseconds.
          expect(Math.abs(gapMs - durationMs - delayMs)).toBeLessThanOrEqual(1)
          checkedDelays++
        }
        const hasGivenUpEarly = error.retryable && starts.length <= maxRetries
        if (hasGivenUpEarly && error.code !== 'deadline_exceeded') {
          const least = error.retryAfterMs ?? 0
          expect(least + boundMs(starts.length)).toBeGreaterThanOrEqual(deadline - tookMs)
        }
      }),
      { numRuns: 300 },
    )
    expect(checkedDelays).toBeGreaterThan(100)
  })

  test('fails immediately if the wait would exceed the deadline', async () => {
    const wait = fc.integer({ min: 1, max: 1_000 })
    await fc.assert(
      fc.asyncProperty(wait, wait, async (waitSeconds, deadlineSeconds) => {
        const treatment: Treatment = {
          kind: 'limited',
          tookMs: 3,
          askedMs: waitSeconds * 1_000,
          form: 'seconds',
          skewMs: 0,
        }
        const deadline = deadlineSeconds * 1_000
        const run = await callOnce([treatment], { deadline, maxRetries: 1, random: () => 0 })
        const isWithinDeadline = treatment.askedMs !== undefined && treatment.askedMs < deadline - 3
        expect(run.starts).toHaveLength(isWithinDeadline ? 2 : 1)
        if (!isWithinDeadline) expect(run.tookMs).toBe(3)
        expect(run.result).toMatchObject({ error: { retryAfterMs: waitSeconds * 1_000 } })
      }),
    )
  })
})
