import { Resend } from 'resend'
import { notAsked, without } from '../lacks.ts'
import {
  type CallSettings,
  type Connection,
  type Dialect,
  json,
  newStandardSecret,
  type Sdk,
  type Settings,
  signStandardWebhook,
} from '../matrix.ts'
import { pinnedVersion } from '../pinned-version.ts'
import { signalOf } from '../signal-of.ts'

const dialect: Dialect = {
  requestIdHeader: 'x-request-id',
  object: (id) => ({ id, object: 'email', to: ['ada@example.com'] }),
  page: (ids, next) => ({
    object: 'list',
    data: ids.map(dialect.object),
    has_more: next !== null,
  }),
  refusal: (status, name, message) => json({ name, statusCode: status, message }, status),
}

interface Answer {
  readonly data: unknown
  readonly error: object | null
  readonly headers: unknown
}

/** The error that a call returns in place of a result, thrown so that it can be judged as one. */
class ReturnedError extends Error {
  constructor(error: object, headers: unknown) {
    super()
    Object.assign(this, error, { headers })
  }
}

async function resultOf(call: Promise<Answer>): Promise<unknown> {
  const { data, error, headers } = await call
  if (error) throw new ReturnedError(error, headers)
  return data
}

const mail = { from: 'a@example.com', to: 'ada@example.com', subject: 'Hi', text: 'Hi' }

function connect({ origin, apiKey, timeoutMs }: Settings): Connection {
  const client = new Resend(apiKey, { baseUrl: origin })
  // There is no timeout to set, but whoever takes a signal can be given one that times out.
  const optionsOf = (call: CallSettings = {}) => {
    const signal = signalOf({ deadlineMs: timeoutMs, ...call })
    const { idempotencyKey } = call
    return { ...(signal && { signal }), ...(idempotencyKey !== undefined && { idempotencyKey }) }
  }
  const nothing = (feature: string) => () => {
    throw new Error(`resend has no ${feature}`)
  }
  return {
    client,
    get: (id, call) => resultOf(client.emails.get(id, optionsOf(call))),
    create: (call) => resultOf(client.emails.send(mail, optionsOf(call))),
    remove: (id) => resultOf(client.domains.remove(id)),
    list: nothing('list to walk'),
    stream: nothing('streams'),
  }
}

const { webhooks } = new Resend('re_none')

/** resend, as its README sets it up. */
export const resend: Sdk = {
  name: 'resend',
  version: pinnedVersion('resend'),
  lacks: {
    retries: without('never retries'),
    logger: without('no log option'),
    responseLimit: without('no such option'),
    list: without('pages by hand'),
    stream: notAsked('no streams'),
    webhookHeaders: notAsked('takes three values'),
    webhookSecrets: without('takes one secret'),
    webhookTolerance: without('no such option'),
    webhookClock: without('no such option'),
  },
  dialect,
  connect,
  owns: (error) => error instanceof ReturnedError,
  webhooks: {
    newSecret: newStandardSecret,
    sign: signStandardWebhook,
    verify({ body, headers, secrets: [webhookSecret = ''] }) {
      const values = headers as Record<string, string>
      return webhooks.verify({
        payload: body as string,
        headers: {
          id: values['webhook-id'] ?? '',
          timestamp: values['webhook-timestamp'] ?? '',
          signature: values['webhook-signature'] ?? '',
        },
        webhookSecret,
      })
    },
  },
}
