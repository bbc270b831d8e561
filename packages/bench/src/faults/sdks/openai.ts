import OpenAI, { OpenAIError } from 'openai'
import { idempotencyKeyOption, signalOption } from './call-options.ts'
import { json, type Sdk, standardWebhooks } from './client-scenarios.ts'
import { logInto } from './log-into.ts'
import { without } from './missing-features.ts'
import { pinnedVersion } from './pinned-version.ts'

const chunk = (delta: object, finishReason: string | null = null) => {
  const choices = [{ index: 0, delta, finish_reason: finishReason }]
  const value = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices }
  return `data: ${JSON.stringify(value)}\n\n`
}

const dialect: Sdk['dialect'] = {
  requestIdHeader: 'x-request-id',
  object: (id) => ({ id, object: 'model', created: 1, owned_by: 'ada' }),
  page: (ids, next) => ({
    object: 'list',
    data: ids.map((id) => ({ id, object: 'file' })),
    has_more: next !== null,
    first_id: ids[0] ?? null,
    last_id: next,
  }),
  refusal: (status, code, message, retry) =>
    json(
      { error: { message, type: 'invalid_request_error', param: null, code } },
      status,
      retry === undefined ? {} : { 'x-should-retry': String(retry) },
    ),
  stream: {
    start: chunk({ role: 'assistant', content: '' }),
    text: (content) => chunk({ content }),
    end: `${chunk({}, 'stop')}data: [DONE]\n\n`,
    error: (message) =>
      `data: ${JSON.stringify({ error: { message, type: 'server_error', code: null } })}\n\n`,
  },
}

const connect: Sdk['connect'] = ({ origin, apiKey, maxRetries, timeoutMs, onLog }) => {
  const client = new OpenAI({
    apiKey,
    baseURL: `${origin}/v1`,
    maxRetries,
    timeout: timeoutMs,
    ...(onLog ? { logger: logInto(onLog), logLevel: 'debug' } : { logLevel: 'off' }),
  })
  return {
    client,
    get: (id, call) => client.models.retrieve(id, signalOption(call)),
    create: (call) =>
      client.vectorStores.create(
        { name: 'Ada' },
        { ...signalOption(call), ...idempotencyKeyOption(call) },
      ),
    remove: (id) => client.containers.delete(id),
    list: (call) => client.files.list({}, signalOption(call)),
    async *stream(call) {
      const messages = [{ role: 'user', content: 'Hi' } as const]
      const stream = client.chat.completions.stream({ model: 'm', messages }, signalOption(call))
      for await (const { choices } of stream) {
        const text = choices[0]?.delta.content
        if (text) yield text
      }
    },
  }
}

const { webhooks } = new OpenAI({ apiKey: 'sk-none' })

/**
 * openai, set up as in its README. The scenarios read streams with its helper, which makes more checks
 * than the raw stream.
 */
export const openai: Sdk = {
  name: 'openai',
  version: pinnedVersion('openai'),
  lacks: {
    responseLimit: without('no such option'),
    webhookSecrets: without('takes one secret'),
    webhookClock: without('no such option'),
  },
  dialect,
  connect,
  owns: (error) => error instanceof OpenAIError,
  webhooks: {
    ...standardWebhooks,
    verify: ({ body, headers, secrets: [secret = ''], toleranceSeconds }) =>
      webhooks.unwrap(body as string, headers, secret, toleranceSeconds),
  },
}
