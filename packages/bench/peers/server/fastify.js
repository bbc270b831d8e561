import { Readable } from 'node:stream'
import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
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

/** The service on Fastify with its own plugins. */
export async function listen(rows, { limits }) {
  const app = Fastify({ genReqId: () => newId('req') })
  app.setValidatorCompiler(validatorCompiler)
  app.setErrorHandler((error, _request, reply) => {
    const status = error.statusCode ?? 500
    const code =
      error.code === 'FST_ERR_VALIDATION' ? 'invalid_request' : (error.code ?? 'internal_error')
    reply.code(status).type('application/problem+json')
    return problem(status, code, error.message)
  })
  app.decorateRequest('key', null)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id)
    const secret = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const key = secret && (await rows.findKey(digest(secret)))
    if (!key || key.revoked_at !== null) throw refuse(401, 'invalid_api_key')
    request.key = key
  })
  await app.register(rateLimit, {
    hook: 'preValidation',
    max: limits.standard,
    timeWindow: 60_000,
    keyGenerator: (request) => request.key.id,
  })

  const needs = (scope) => async (request) => {
    if (!request.key.scopes.includes(scope)) throw refuse(403, 'insufficient_scope')
  }

  app.get(
    '/v1/contacts/:id',
    { schema: { params: IdParams }, preHandler: needs('contacts:read') },
    async (request) => {
      const row = await rows.getContact(request.key.workspace, request.params.id)
      if (!row) throw refuse(404, 'not_found')
      return toContact(row)
    },
  )
  app.get(
    '/v1/contacts',
    { schema: { querystring: ListQuery }, preHandler: needs('contacts:read') },
    async (request) => {
      const { limit: size, starting_after } = request.query
      const after = readCursor(starting_after)
      return toPage(await rows.listContacts(request.key.workspace, size + 1, after), size)
    },
  )
  app.post(
    '/v1/contacts',
    { schema: { body: ContactUpsert }, preHandler: needs('contacts:write') },
    async (request, reply) => {
      const { key, body } = request
      const contact = { ...body, id: newId('ct') }
      const toAnswer = (row) => JSON.stringify(toContact(row))
      reply.type('application/json')
      const header = request.headers['idempotency-key']
      if (header === undefined) {
        return toAnswer(await rows.upsertContact(key.workspace, contact, Date.now()))
      }
      if (!IdempotencyKey.safeParse(header).success) throw refuse(400, 'invalid_request')
      const once = onceOf(key.id, header, 'POST', request.url, JSON.stringify(body))
      const now = Date.now()
      const { answer, earlier } = await rows.upsertOnce(once, key.workspace, contact, now, toAnswer)
      if (earlier !== undefined && earlier !== once.fingerprint) {
        throw refuse(422, 'idempotency_key_reused')
      }
      if (earlier !== undefined) reply.header('Idempotent-Replayed', 'true')
      return answer
    },
  )

  app.get(
    '/v1/conversations/:id',
    {
      schema: { params: IdParams, querystring: ConversationQuery },
      preHandler: needs('conversations:read'),
    },
    async (request) => {
      const { id } = request.params
      const row = await rows.getConversation(request.key.workspace, id)
      if (!row) throw refuse(404, 'not_found')
      return toConversation(row, request.query.expand && (await rows.listMessages(id)))
    },
  )
  app.post(
    '/v1/chat/sessions/:id/messages',
    {
      schema: { params: IdParams, body: ChatMessageSend },
      preHandler: needs('chat:write'),
      config: { rateLimit: { max: limits.heavy } },
    },
    async (request, reply) => {
      const session = await rows.getSession(request.key.workspace, request.params.id)
      if (!session) throw refuse(404, 'not_found')
      const turn = newTurn(session, request.body.text)
      const transcript = await rows.listMessages(session.conversation)
      const record = (answer) => rows.recordTurn(turn, answer, Date.now())
      if (request.body.stream) {
        reply.headers(streamHeaders)
        return reply.send(Readable.from(events(transcript, turn.answerId, record)))
      }
      const answer = await answerOf(transcript)
      await record(answer)
      return toReply(turn, answer, Date.now())
    },
  )

  await app.listen({ port: 0, host: '127.0.0.1' })
  return app.server.address().port
}

function refuse(statusCode, code) {
  return Object.assign(new Error(code), { statusCode, code })
}
