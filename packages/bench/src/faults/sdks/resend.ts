import { Resend } from 'resend'
import { idempotencyKeyOption, signalOption } from './call-options.ts'
import { type CallSettings, json, type Sdk, standardWebhooks } from './client-scenarios.ts'
import { never, notApplicable, without } from './missing-features.ts'
import { pinnedVersion } from './pinned-version.ts'

const dialect: Sdk['dialect'] = {
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

/** An error that a call returned instead of a result. It is thrown, so that scenarios can judge it. */
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

const connect: Sdk['connect'] = ({ origin, apiKey, timeoutMs }) => {
  const client = new Resend(apiKey, { baseUrl: origin })
  // resend has no timeout option, but it accepts a signal, which can time out.
  const optionsOf = (call: CallSettings = {}) => ({
    ...signalOption({ deadlineMs: timeoutMs, ...call }),
    ...idempotencyKeyOption(call),
  })
  return {
    client,
    get: (id, call) => resultOf(client.emails.get(id, optionsOf(call))),
    create: (call) => resultOf(client.emails.send(mail, optionsOf(call))),
    remove: (id) => resultOf(client.domains.remove(id)),
    list: never('lists'),
    stream: never('streams'),
  }
}

const { webhooks } = new Resend('re_none')

/** resend, set up as in its README. */
export const resend: Sdk = {
  name: 'resend',
  version: pinnedVersion('resend'),
  lacks: {
    retries: without('never retries'),
    logger: without('no log option'),
    responseLimit: without('no such option'),
    list: without('pages by hand'),
    stream: notApplicable('no streams'),
    webhookHeaders: notApplicable('takes three values'),
    webhookSecrets: without('takes one secret'),
    webhookTolerance: without('no such option'),
    webhookClock: without('no such option'),
  },
  dialect,
  connect,
  owns: (error) => error instanceof ReturnedError,
  webhooks: {
    ...standardWebhooks,
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
