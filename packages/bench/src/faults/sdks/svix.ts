import { ApiException, Svix, Webhook } from 'svix'
import { idempotencyKeyOption } from './call-options.ts'
import { json, type Sdk, standardWebhooks } from './client-scenarios.ts'
import { never, notApplicable, without } from './missing-features.ts'
import { pinnedVersion } from './pinned-version.ts'

const dialect: Sdk['dialect'] = {
  requestIdHeader: 'svix-req-id',
  object: (id) => ({
    id,
    name: 'Ada',
    metadata: {},
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
  }),
  page: (ids, next) => ({ data: ids.map(dialect.object), iterator: next, done: next === null }),
  refusal: (status, code, detail) => json({ code, detail }, status),
}

const connect: Sdk['connect'] = ({ origin, apiKey, maxRetries, timeoutMs }) => {
  const client = new Svix(apiKey, {
    serverUrl: origin,
    numRetries: maxRetries,
    requestTimeout: timeoutMs,
  })
  return {
    client,
    get: (id) => client.application.get(id),
    create: (call) => client.application.create({ name: 'Ada' }, idempotencyKeyOption(call)),
    remove: (id) => client.application.delete(id),
    list: never('lists'),
    stream: never('streams'),
  }
}

/** svix, set up as in its README. Its `requestTimeout` bounds all attempts of a call together. */
export const svix: Sdk = {
  name: 'svix',
  version: pinnedVersion('svix'),
  lacks: {
    signal: without('takes no signal'),
    logger: without('no log'),
    responseLimit: without('no such option'),
    list: without('pages by hand'),
    stream: notApplicable('no streams'),
    webhookSecrets: without('takes one secret'),
    webhookTolerance: without('no such option'),
    webhookClock: without('no such option'),
  },
  dialect,
  connect,
  owns: (error) => error instanceof ApiException,
  webhooks: {
    ...standardWebhooks,
    verify: ({ body, headers, secrets: [secret = ''] }) =>
      new Webhook(secret).verify(body as string, headers as Record<string, string>),
  },
}
