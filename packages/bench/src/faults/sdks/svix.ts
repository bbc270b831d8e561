import { ApiException, Svix, Webhook } from 'svix'
import { notAsked, without } from '../lacks.ts'
import {
  type Connection,
  type Dialect,
  json,
  newStandardSecret,
  type Sdk,
  type Settings,
  signStandardWebhook,
} from '../matrix.ts'
import { pinnedVersion } from '../pinned-version.ts'

const dialect: Dialect = {
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

function connect({ origin, apiKey, maxRetries, timeoutMs }: Settings): Connection {
  const client = new Svix(apiKey, {
    serverUrl: origin,
    numRetries: maxRetries,
    requestTimeout: timeoutMs,
  })
  const nothing = (feature: string) => () => {
    throw new Error(`svix has no ${feature}`)
  }
  return {
    client,
    get: (id) => client.application.get(id),
    create: ({ idempotencyKey } = {}) =>
      client.application.create(
        { name: 'Ada' },
        idempotencyKey === undefined ? {} : { idempotencyKey },
      ),
    remove: (id) => client.application.delete(id),
    list: nothing('list to walk'),
    stream: nothing('streams'),
  }
}

/** svix, as its README sets it up. Its `requestTimeout` bounds the attempts of a call together. */
export const svix: Sdk = {
  name: 'svix',
  version: pinnedVersion('svix'),
  lacks: {
    signal: without('takes no signal'),
    logger: without('no log'),
    responseLimit: without('no such option'),
    list: without('pages by hand'),
    stream: notAsked('no streams'),
    webhookSecrets: without('takes one secret'),
    webhookTolerance: without('no such option'),
    webhookClock: without('no such option'),
  },
  dialect,
  connect,
  owns: (error) => error instanceof ApiException,
  webhooks: {
    newSecret: newStandardSecret,
    sign: signStandardWebhook,
    verify: ({ body, headers, secrets: [secret = ''] }) =>
      new Webhook(secret).verify(body as string, headers as Record<string, string>),
  },
}
