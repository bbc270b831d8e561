import Anthropic, { AnthropicError } from '@anthropic-ai/sdk'
import { signalOption } from './call-options.ts'
import { json, type Sdk, standardWebhooks } from './client-scenarios.ts'
import { logInto } from './log-into.ts'
import { without } from './missing-features.ts'
import { pinnedVersion } from './pinned-version.ts'

const event = (value: { type: string }) =>
  `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`

const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
}
const block = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }
const delta = { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: message.usage }

const dialect: Sdk['dialect'] = {
  requestIdHeader: 'request-id',
  object: (id) => ({ id, type: 'model', display_name: 'Ada', created_at: '2026-01-01T00:00:00Z' }),
  page: (ids, next) => ({
    data: ids.map(dialect.object),
    has_more: next !== null,
    first_id: ids[0] ?? null,
    last_id: next,
  }),
  refusal: (status, type, text, retry) =>
    json(
      { type: 'error', error: { type, message: text } },
      status,
      retry === undefined ? {} : { 'x-should-retry': String(retry) },
    ),
  stream: {
    start: event({ type: 'message_start', message } as { type: string }) + event(block),
    text: (text) => {
      const value = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }
      return event(value)
    },
    end:
      event({ type: 'content_block_stop', index: 0 } as { type: string }) +
      event(delta) +
      event({ type: 'message_stop' }),
    error: (text) => {
      const value = { type: 'error', error: { type: 'overloaded_error', message: text } }
      return event(value)
    },
  },
}

const prompt = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' } as const] }

const connect: Sdk['connect'] = ({ origin, apiKey, maxRetries, timeoutMs, onLog }) => {
  const client = new Anthropic({
    apiKey,
    baseURL: origin,
    maxRetries,
    timeout: timeoutMs,
    ...(onLog ? { logger: logInto(onLog), logLevel: 'debug' } : { logLevel: 'off' }),
  })
  return {
    client,
    get: (id, call) => client.models.retrieve(id, {}, signalOption(call)),
    create: (call) => client.messages.create(prompt, signalOption(call)),
    remove: (id) => client.delete(`/v1/files/${id}`),
    list: (call) => client.models.list({}, signalOption(call)),
    async *stream(call) {
      for await (const part of client.messages.stream(prompt, signalOption(call))) {
        if (part.type === 'content_block_delta' && part.delta.type === 'text_delta') {
          yield part.delta.text
        }
      }
    },
  }
}

const { webhooks } = new Anthropic({ apiKey: 'sk-none' }).beta

/**
 * The SDK `@anthropic-ai/sdk`, set up as in its README. The scenarios read streams with its helper
 * `messages.stream`, which makes more checks than its raw stream does.
 */
export const anthropic: Sdk = {
  name: '@anthropic-ai/sdk',
  version: pinnedVersion('@anthropic-ai/sdk'),
  lacks: {
    idempotencyKey: without('the option has no effect, and its description says so'),
    responseLimit: without('no such option'),
    webhookSecrets: without('takes one secret'),
    webhookTolerance: without('no such option'),
    webhookClock: without('no such option'),
  },
  dialect,
  connect,
  owns: (error) => error instanceof AnthropicError,
  webhooks: {
    ...standardWebhooks,
    verify: ({ body, headers, secrets: [key = ''] }) =>
      webhooks.unwrap(body as string, { headers: headers as Record<string, string>, key }),
  },
}
