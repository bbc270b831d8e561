import { encodeChatChunk } from '@doorkit/chat-stream'
import packageJson from '../../package.json' with { type: 'json' }
import { ChatStreamError, createClient, DoorkitError } from '../../src/index.ts'
import { doorkitWebhooks } from './doorkit-webhooks.ts'
import { json } from './reply.ts'
import type { Connection, Dialect, Sdk, Settings } from './sdk.ts'

const dialect: Dialect = {
  requestIdHeader: 'x-request-id',
  object: (id) => ({ id, object: 'contact', email: 'ada@example.com' }),
  page: (ids, next) => ({
    object: 'list',
    data: ids.map(dialect.object),
    has_more: next !== null,
    next_cursor: next,
  }),
  refusal: (status, code, detail) =>
    json(
      { type: `https://doorkit.dev/docs/api#${code}`, title: 'Refused', status, code, detail },
      status,
      {
        'content-type': 'application/problem+json',
      },
    ),
  stream: {
    start: encodeChatChunk({ type: 'text-start', id: 't' }),
    text: (delta) => encodeChatChunk({ type: 'text-delta', id: 't', delta }),
    end: `${encodeChatChunk({ type: 'finish', finishReason: 'stop' })}data: [DONE]\n\n`,
    error: (errorText) => encodeChatChunk({ type: 'error', errorText }),
  },
}

function connect(settings: Settings): Connection {
  const { origin, timeoutMs, idleTimeoutMs, onLog, ...options } = settings
  const log = (record: unknown) => onLog?.(JSON.stringify(record))
  const client = createClient({
    ...options,
    baseUrl: `${origin}/v1`,
    timeout: timeoutMs,
    idleTimeout: idleTimeoutMs,
    ...(onLog && { logger: { debug: log, info: log, warn: log, error: log } }),
  })
  return {
    client,
    get: (id, { signal, deadlineMs } = {}) =>
      client.contacts.get(id as `ct_${string}`, { signal, deadline: deadlineMs }),
    create: ({ signal, idempotencyKey } = {}) =>
      client.contacts.upsert({ email: 'ada@example.com' }, { signal, idempotencyKey }),
    // No operation of the API has an empty answer, so this sends a raw request.
    remove: (id) => client.request({ method: 'DELETE', path: `/contacts/${id}` }),
    list: ({ signal } = {}) => client.contacts.list({}, { signal }),
    async *stream({ signal } = {}) {
      const stream = await client.chatSessions.stream('chs_1', { text: 'Hi' }, { signal })
      yield* stream.textDeltas()
    },
  }
}

/** Our SDK: the client under test, and the verification of `@doorkit/webhooks`. */
export const doorkit: Sdk = {
  name: 'doorkit',
  version: packageJson.version,
  lacks: {},
  dialect,
  connect,
  owns: (error) => error instanceof DoorkitError || error instanceof ChatStreamError,
  webhooks: doorkitWebhooks,
}
