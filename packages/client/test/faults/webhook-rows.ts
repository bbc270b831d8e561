import type { Finding, Lab, Scenario, ScenarioGroup } from './scenario.ts'
import { inWords, type Settlement, settle } from './settle.ts'
import type { ReceivedDelivery } from './webhooks.ts'

const nowSeconds = () => Math.floor(Date.now() / 1_000)
const event = { id: 'evt_1', object: 'event', type: 'webhook.test', created_at: '', data: {} }

/** A delivery as it was sent. */
interface SentDelivery {
  readonly body: string
  readonly headers: Record<string, string>
  readonly secret: string
}

/** The changes to a delivery between sender and receiver. */
type Change = (sent: SentDelivery) => Partial<ReceivedDelivery>

/** Verifies a delivery that is correct except for `change`. */
function receive(
  { sdk }: Lab,
  change: Change,
  { type = event.type, ageSeconds = 0 } = {},
): Promise<Settlement> {
  const body = JSON.stringify({ ...event, type, api_version: '2026-10-12' })
  const secret = sdk.webhooks.newSecret()
  const headers = sdk.webhooks.sign(body, secret, nowSeconds() - ageSeconds)
  return settle(() =>
    sdk.webhooks.verify({ body, headers, secrets: [secret], ...change({ body, headers, secret }) }),
  )
}

const acceptance = (settlement: Settlement): Finding => ({
  passed: settlement.state === 'resolved',
  saw: settlement.state === 'rejected' ? messageOf(settlement.error) : inWords(settlement),
})

const refusal = (settlement: Settlement): Finding => ({
  passed: settlement.state === 'rejected',
  saw: settlement.state === 'rejected' ? messageOf(settlement.error) : 'accepted',
})

/** The first sentence of the message of an error; with `about`, the first that matches it. */
function messageOf(error: unknown, about = /^/): string {
  const { message } = Object(error) as { message?: unknown }
  const sentences = String(message).split(/\.(?:\s|$)|\n+/)
  return JSON.stringify((sentences.find((one) => about.test(one)) ?? sentences[0])?.slice(0, 72))
}

function accepts(
  scenario: Omit<Scenario, 'run'>,
  change: Change,
  sent?: { type?: string; ageSeconds?: number },
): Scenario {
  return { ...scenario, run: async (lab) => acceptance(await receive(lab, change, sent)) }
}

const bodyEvidence = 'stripe/stripe-node#341'

/** Deliveries that a receiver verifies. */
export const webhookRows: ScenarioGroup = {
  title: 'Webhooks',
  scenarios: [
    accepts(
      {
        name: 'a delivery with its body as text verifies',
        why: 'Most frameworks offer `await request.text()`.',
      },
      () => ({}),
    ),
    accepts(
      {
        name: 'a delivery with its body as bytes verifies',
        why: '`await request.bytes()` returns the bytes that were signed.',
        evidence: bodyEvidence,
      },
      ({ body }) => ({ body: new TextEncoder().encode(body) }),
    ),
    accepts(
      {
        name: 'a delivery with a Headers object verifies',
        why: 'Every framework over `Request` has such an object.',
        needs: ['webhookHeaders'],
      },
      ({ headers }) => ({ headers: new Headers(headers) }),
    ),
    accepts(
      {
        name: 'a delivery with headers as lists verifies',
        why: 'Lambda and several Node frameworks pass lists of values.',
        needs: ['webhookHeaders'],
      },
      ({ headers }) => ({
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, [value]]),
        ),
      }),
    ),
    {
      name: 'during a rotation both secrets verify',
      why: 'For a day, deliveries may be signed with the old or the new secret.',
      needs: ['webhookSecrets'],
      async run(lab) {
        const other = lab.sdk.webhooks.newSecret()
        const first = await receive(lab, ({ secret }) => ({ secrets: [secret, other] }))
        if (first.state !== 'resolved') return acceptance(first)
        return acceptance(await receive(lab, ({ secret }) => ({ secrets: [other, secret] })))
      },
    },
    {
      name: 'a secret with a trailing line break works, or the error names the problem',
      why: 'Secrets come from files and forms; "no matching signature" sends people to look at the body.',
      async run(lab) {
        const settlement = await receive(lab, ({ secret }) => ({ secrets: [`${secret}\n`] }))
        if (settlement.state !== 'rejected') return acceptance(settlement)
        const problem = /white ?space|newline|line break|trim/i
        const passed = problem.test(String(Object(settlement.error).message))
        return { passed, saw: messageOf(settlement.error, problem) }
      },
    },
    accepts(
      {
        name: 'the tolerance for old deliveries can be set',
        why: 'A queue between proxy and receiver may delay them for longer than five minutes.',
        needs: ['webhookTolerance'],
      },
      () => ({ toleranceSeconds: 1_000 }),
      { ageSeconds: 900 },
    ),
    accepts(
      {
        name: 'the clock can be set',
        why: 'A test can verify a recorded delivery only at the time of its signature.',
        needs: ['webhookClock'],
      },
      () => ({ nowMs: (nowSeconds() - 86_400) * 1_000 }),
      { ageSeconds: 86_400 },
    ),
    {
      name: 'an old delivery is refused',
      why: 'Somebody who recorded a delivery must not be able to send it again.',
      run: async (lab) => refusal(await receive(lab, () => ({}), { ageSeconds: 3_600 })),
    },
    {
      name: 'a changed body is refused',
      why: 'A body that does not match its signature did not come from the sender.',
      async run(lab) {
        const changedBody = ({ body }: SentDelivery) => ({ body: body.replace('evt_1', 'evt_2') })
        return refusal(await receive(lab, changedBody))
      },
    },
    accepts(
      {
        name: 'an event of an unknown type passes',
        why: 'New types are added without notice: a receiver must not answer 500 to them.',
        evidence: 'workos/workos-node#1362',
      },
      () => ({}),
      { type: 'planet.discovered' },
    ),
    {
      name: 'a parsed body is refused with a message that says so',
      why: 'This is the most common mistake, and the signature of a parsed body cannot match.',
      evidence: bodyEvidence,
      async run(lab) {
        const settlement = await receive(lab, ({ body }) => ({ body: JSON.parse(body) }))
        const { saw } = refusal(settlement)
        const isReported =
          settlement.state === 'rejected' && /pars|raw|string|buffer|bytes/i.test(saw)
        return { passed: isReported, saw }
      },
    },
  ],
}
