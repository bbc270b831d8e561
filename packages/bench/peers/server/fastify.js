import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { ContactUpsert, IdempotencyKey, IdParams, ListQuery } from './input.js'
import { digest, newId, onceOf, problem, readCursor, toContact, toPage } from './shapes.js'

/** The service on Fastify, with its own plugins. */
export async function listen(rows, { limit }) {
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
    max: limit,
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

  await app.listen({ port: 0, host: '127.0.0.1' })
  return app.server.address().port
}

function refuse(statusCode, code) {
  return Object.assign(new Error(code), { statusCode, code })
}
