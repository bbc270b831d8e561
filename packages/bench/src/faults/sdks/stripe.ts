import { randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import { idempotencyKeyOption } from './call-options.ts'
import { json, type Sdk } from './client-scenarios.ts'
import { never, notApplicable, without } from './missing-features.ts'
import { pinnedVersion } from './pinned-version.ts'

const dialect: Sdk['dialect'] = {
  requestIdHeader: 'request-id',
  object: (id) => ({ id, object: 'customer', email: 'ada@example.com' }),
  page: (ids, next) => ({
    object: 'list',
    url: '/v1/customers',
    data: ids.map(dialect.object),
    has_more: next !== null,
  }),
  refusal(status, code, message, retry) {
    const type = status < 500 ? 'invalid_request_error' : 'api_error'
    return json(
      { error: { type, code, message } },
      status,
      retry === undefined ? {} : { 'stripe-should-retry': String(retry) },
    )
  },
}

const connect: Sdk['connect'] = ({ origin, apiKey, maxRetries, timeoutMs }) => {
  const { hostname, port } = new URL(origin)
  const client = new Stripe(apiKey, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: maxRetries,
    timeout: timeoutMs,
  })
  return {
    client,
    get: (id) => client.customers.retrieve(id),
    create: (call) =>
      client.customers.create({ email: 'ada@example.com' }, idempotencyKeyOption(call)),
    remove: (id) => client.rawRequest('DELETE', `/v1/customers/${id}`),
    list: () => client.customers.list(),
    stream: never('streams'),
  }
}

const { webhooks } = new Stripe('sk_test_none')

/** stripe, set up as in its README. */
export const stripe: Sdk = {
  name: 'stripe',
  version: pinnedVersion('stripe'),
  lacks: {
    deadline: without('only a timeout per attempt'),
    signal: without('takes no signal'),
    logger: without('no log'),
    responseLimit: without('no such option'),
    stream: notApplicable('no streams'),
    webhookHeaders: notApplicable('takes the signature alone'),
    webhookSecrets: without('takes one secret'),
  },
  dialect,
  connect,
  owns: (error) => error instanceof Stripe.errors.StripeError,
  webhooks: {
    newSecret: () => `whsec_${randomBytes(32).toString('hex')}`,
    sign: (payload, secret, timestamp) => ({
      'stripe-signature': webhooks.generateTestHeaderString({ payload, secret, timestamp }),
    }),
    verify: ({ body, headers, secrets: [secret = ''], toleranceSeconds, nowMs }) =>
      webhooks.constructEvent(
        body as string,
        (headers as Record<string, string>)['stripe-signature'] ?? '',
        secret,
        toleranceSeconds,
        undefined,
        nowMs,
      ),
  },
}
