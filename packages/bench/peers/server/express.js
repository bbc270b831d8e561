import express from 'express'
import { rateLimit } from 'express-rate-limit'
import { ZodError } from 'zod'
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

/** The service on Express with its usual middleware. */
export function listen(rows, { limits }) {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(async (request, response, next) => {
    response.set('X-Request-Id', newId('req'))
    const secret = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const key = secret && (await rows.findKey(digest(secret)))
    if (!key || key.revoked_at !== null) throw refuse(401, 'invalid_api_key')
    response.locals.key = key
    next()
  })
  const limited = (limit) =>
    rateLimit({
      windowMs: 60_000,
      limit,
      standardHeaders: 'draft-6',
      legacyHeaders: false,
      keyGenerator: (_request, response) => response.locals.key.id,
    })
  const [standard, heavy] = [limited(limits.standard), limited(limits.heavy)]
  app.use((request, response, next) => {
    const limit = request.path.endsWith('/messages') ? heavy : standard
    return limit(request, response, next)
  })
  app.use(express.json({ limit: 262_144 }))

  const needs = (scope) => (_request, response, next) => {
    if (!response.locals.key.scopes.includes(scope)) throw refuse(403, 'insufficient_scope')
    next()
  }

  app.get('/v1/contacts/:id', needs('contacts:read'), async (request, response) => {
    const { id } = IdParams.parse(request.params)
    const row = await rows.getContact(response.locals.key.workspace, id)
    if (!row) throw refuse(404, 'not_found')
    response.json(toContact(row))
  })
  app.get('/v1/contacts', needs('contacts:read'), async (request, response) => {
    const { limit: size, starting_after } = ListQuery.parse(request.query)
    const { workspace } = response.locals.key
    const after = readCursor(starting_after)
    response.json(toPage(await rows.listContacts(workspace, size + 1, after), size))
  })
  app.post('/v1/contacts', needs('contacts:write'), async (request, response) => {
    const { key } = response.locals
    const body = ContactUpsert.parse(request.body)
    const contact = { ...body, id: newId('ct') }
    const toAnswer = (row) => JSON.stringify(toContact(row))
    response.type('application/json')
    const header = request.headers['idempotency-key']
    if (header === undefined) {
      response.send(toAnswer(await rows.upsertContact(key.workspace, contact, Date.now())))
      return
    }
    const name = IdempotencyKey.parse(header)
    const once = onceOf(key.id, name, 'POST', request.originalUrl, JSON.stringify(body))
    const now = Date.now()
    const { answer, earlier } = await rows.upsertOnce(once, key.workspace, contact, now, toAnswer)
    if (earlier !== undefined && earlier !== once.fingerprint) {
      throw refuse(422, 'idempotency_key_reused')
    }
    if (earlier !== undefined) response.set('Idempotent-Replayed', 'true')
    response.send(answer)
  })

  app.get('/v1/conversations/:id', needs('conversations:read'), async (request, response) => {
    const { id } = IdParams.parse(request.params)
    const { expand } = ConversationQuery.parse(request.query)
    const row = await rows.getConversation(response.locals.key.workspace, id)
    if (!row) throw refuse(404, 'not_found')
    response.json(toConversation(row, expand && (await rows.listMessages(id))))
  })
  app.post('/v1/chat/sessions/:id/messages', needs('chat:write'), async (request, response) => {
    const { id } = IdParams.parse(request.params)
    const { text, stream } = ChatMessageSend.parse(request.body)
    const session = await rows.getSession(response.locals.key.workspace, id)
    if (!session) throw refuse(404, 'not_found')
    const turn = newTurn(session, text)
    const transcript = await rows.listMessages(session.conversation)
    const record = (answer) => rows.recordTurn(turn, answer, Date.now())
    if (stream) {
      response.set(streamHeaders)
      for await (const event of events(transcript, turn.answerId, record)) response.write(event)
      response.end()
      return
    }
    const answer = await answerOf(transcript)
    await record(answer)
    response.json(toReply(turn, answer, Date.now()))
  })

  app.use((error, _request, response, _next) => {
    const invalid = error instanceof ZodError
    const status = invalid ? 400 : (error.status ?? 500)
    const code = invalid ? 'invalid_request' : (error.code ?? 'internal_error')
    response.status(status).type('application/problem+json')
    response.send(JSON.stringify(problem(status, code, error.message)))
  })
  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve(server.address().port))
  })
}

function refuse(status, code) {
  return Object.assign(new Error(code), { status, code })
}
