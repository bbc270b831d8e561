import { serve } from '@hono/node-server'
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { stream } from 'hono/streaming'
import { rateLimiter } from 'hono-rate-limiter'
import { answerOf, events, streamHeaders } from './agent.js'
import {
  ChatMessageSend,
  ContactUpsert,
  ConversationQuery,
  IdempotencyKey,
  IdParams,
  ListQuery,
} from './input.js'
import {
  digest,
  newId,
  newTurn,
  onceOf,
  problem,
  readCursor,
  toContact,
  toConversation,
  toPage,
  toReply,
} from './shapes.js'

/** The service on Hono with its server for Node. */
export function listen(rows, { limits }) {
  const app = new Hono()
  app.use(async (context, next) => {
    context.header('X-Request-Id', newId('req'))
    const secret = /^bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
    const key = secret && (await rows.findKey(digest(secret)))
    if (!key || key.revoked_at !== null) throw refuse(401, 'invalid_api_key')
    context.set('key', key)
    await next()
  })
  const limited = (limit) =>
    rateLimiter({
      windowMs: 60_000,
      limit,
      standardHeaders: 'draft-6',
      keyGenerator: (context) => context.get('key').id,
    })
  const [standard, heavy] = [limited(limits.standard), limited(limits.heavy)]
  app.use((context, next) => {
    const limit = context.req.path.endsWith('/messages') ? heavy : standard
    return limit(context, next)
  })

  const needs = (scope) => async (context, next) => {
    if (!context.get('key').scopes.includes(scope)) throw refuse(403, 'insufficient_scope')
    await next()
  }
  const valid = (part, schema) =>
    zValidator(part, schema, (result) => {
      if (!result.success) throw refuse(400, 'invalid_request', result.error.message)
    })

  app.get('/v1/contacts/:id', needs('contacts:read'), valid('param', IdParams), async (context) => {
    const row = await rows.getContact(context.get('key').workspace, context.req.valid('param').id)
    if (!row) throw refuse(404, 'not_found')
    return context.json(toContact(row))
  })
  app.get('/v1/contacts', needs('contacts:read'), valid('query', ListQuery), async (context) => {
    const { limit: size, starting_after } = context.req.valid('query')
    const { workspace } = context.get('key')
    const after = readCursor(starting_after)
    return context.json(toPage(await rows.listContacts(workspace, size + 1, after), size))
  })
  app.post(
    '/v1/contacts',
    needs('contacts:write'),
    valid('json', ContactUpsert),
    async (context) => {
      const key = context.get('key')
      const body = context.req.valid('json')
      const contact = { ...body, id: newId('ct') }
      const toAnswer = (row) => JSON.stringify(toContact(row))
      const headers = { 'Content-Type': 'application/json' }
      const header = context.req.header('idempotency-key')
      if (header === undefined) {
        const row = await rows.upsertContact(key.workspace, contact, Date.now())
        return context.body(toAnswer(row), 200, headers)
      }
      if (!IdempotencyKey.safeParse(header).success) throw refuse(400, 'invalid_request')
      const once = onceOf(key.id, header, 'POST', context.req.path, JSON.stringify(body))
      const now = Date.now()
      const { answer, earlier } = await rows.upsertOnce(once, key.workspace, contact, now, toAnswer)
      if (earlier !== undefined && earlier !== once.fingerprint) {
        throw refuse(422, 'idempotency_key_reused')
      }
      if (earlier !== undefined) context.header('Idempotent-Replayed', 'true')
      return context.body(answer, 200, headers)
    },
  )

  app.get(
    '/v1/conversations/:id',
    needs('conversations:read'),
    valid('param', IdParams),
    valid('query', ConversationQuery),
    async (context) => {
      const { id } = context.req.valid('param')
      const row = await rows.getConversation(context.get('key').workspace, id)
      if (!row) throw refuse(404, 'not_found')
      const { expand } = context.req.valid('query')
      return context.json(toConversation(row, expand && (await rows.listMessages(id))))
    },
  )
  app.post(
    '/v1/chat/sessions/:id/messages',
    needs('chat:write'),
    valid('param', IdParams),
    valid('json', ChatMessageSend),
    async (context) => {
      const { id } = context.req.valid('param')
      const body = context.req.valid('json')
      const session = await rows.getSession(context.get('key').workspace, id)
      if (!session) throw refuse(404, 'not_found')
      const turn = newTurn(session, body.text)
      const transcript = await rows.listMessages(session.conversation)
      const record = (answer) => rows.recordTurn(turn, answer, Date.now())
      if (body.stream) {
        for (const [name, value] of Object.entries(streamHeaders)) context.header(name, value)
        return stream(context, async (out) => {
          for await (const event of events(transcript, turn.answerId, record)) {
            await out.write(event)
          }
        })
      }
      const answer = await answerOf(transcript)
      await record(answer)
      return context.json(toReply(turn, answer, Date.now()))
    },
  )

  app.onError((error, context) => {
    const status = error.status ?? 500
    const body = problem(status, error.code ?? 'internal_error', error.message)
    return context.json(body, status, { 'Content-Type': 'application/problem+json' })
  })
  return new Promise((resolve) => {
    serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(port))
  })
}

function refuse(status, code, message = code) {
  return Object.assign(new HTTPException(status, { message }), { code })
}
