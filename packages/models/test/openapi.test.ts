import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import {
  api,
  apiVersions,
  type ErrorCode,
  errorCodes,
  errorTable,
  eventTypes,
  type Operation,
  operationErrors,
  type Problem,
} from '../src/index.ts'
import { type JsonSchema, type OpenApiOperation, toOpenApi } from '../src/openapi.ts'
import { json } from '../src/operation.ts'
import { operationTable } from './contract-tables.ts'
import { forEachOperation, operations } from './operations.ts'

const document = toOpenApi(api)

const described = new Map<string, { method: string; path: string; operation: OpenApiOperation }>()
for (const [path, methods] of Object.entries(document.paths)) {
  for (const [method, operation] of Object.entries(methods)) {
    described.set(operation.operationId, { method, path, operation })
  }
}

function describedOperation(id: string): OpenApiOperation {
  const found = described.get(id)
  if (!found) throw new Error(`The document lacks ${id}.`)
  return found.operation
}

/** Follows a reference into the document. */
function resolve(value: { $ref: string } | object): Record<string, unknown> {
  if (!('$ref' in value)) return value as Record<string, unknown>
  const parts = value.$ref.replace('#/', '').split('/')
  const target = parts.reduce<unknown>(
    (inside, part) => (inside as Record<string, unknown>)[part],
    document,
  )
  return target as Record<string, unknown>
}

interface ResolvedResponse {
  description: string
  headers: Record<string, unknown>
  content: Record<string, { schema: unknown; examples?: Record<string, { $ref: string }> }>
}

function responseOf(id: string, status: number): ResolvedResponse {
  const response = describedOperation(id).responses[status]
  if (!response) throw new Error(`${id} has no answer ${status}.`)
  return resolve(response) as unknown as ResolvedResponse
}

test('docs/openapi.json is current', async () => {
  const text = `${JSON.stringify(document, null, 2)}\n`
  await expect(text).toMatchFileSnapshot('../../../docs/openapi.json')
})

describe('the operations', () => {
  test('are all in the document, under their ids', () => {
    expect([...described.keys()].sort()).toEqual(operations.map(({ id }) => id).sort())
    forEachOperation((operation, id) => {
      const entry = described.get(id)
      expect(entry?.path, id).toBe(operation.path)
      expect(entry?.method, id).toBe(operation.method.toLowerCase())
    })
  })

  test('carry scope, cost, tag and summary', () => {
    forEachOperation((operation, id) => {
      const entry = describedOperation(id)
      expect(entry['x-scope'], id).toBe(operation.scope)
      expect(entry['x-cost'], id).toBe(operation.cost)
      expect(entry.summary, id).toBe(operation.summary)
      expect(entry.tags, id).toEqual([id.split('.')[0]])
    })
  })

  test('are marked if they are extensions', () => {
    const marked = operations.filter(({ id }) => describedOperation(id)['x-extension'])
    const added = operationTable.filter((row) => row.at(-1) === 'added')
    const names = added.map(([resource, name]) => `${resource}.${name}`)
    expect(marked.map(({ id }) => id).sort()).toEqual(names.sort())
  })

  test('accept the version header, and on writes the idempotency key', () => {
    forEachOperation(({ method }, id) => {
      const names = describedOperation(id).parameters.map((parameter) => resolve(parameter).name)
      expect(names.includes('Service-Version'), id).toBe(true)
      expect(names.includes('Idempotency-Key'), id).toBe(method !== 'GET')
    })
  })

  test('say how large a body may be', () => {
    expect(describedOperation('contacts.upsert')['x-max-body-bytes']).toBe(262_144)
    expect(describedOperation('knowledgeDocuments.create')['x-max-body-bytes']).toBe(1_048_576)
    expect(describedOperation('contacts.list')).not.toHaveProperty('x-max-body-bytes')
  })

  test('require a body only if one of its fields is required', () => {
    expect(describedOperation('contacts.upsert').requestBody?.required).toBe(true)
    expect(describedOperation('chatSessions.create').requestBody?.required).toBe(false)
    expect(describedOperation('webhookEndpoints.test').requestBody).toBeUndefined()
  })
})

describe('the answers', () => {
  const rateLimit = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
  const always = ['X-Request-Id', 'Service-Version']

  test('of a read carry the request id, the version and the rate limit', () => {
    expect(Object.keys(responseOf('contacts.get', 200).headers)).toEqual([...always, ...rateLimit])
  })

  test('of a write have the header of a replay only if they can be stored', () => {
    const replayable = (status: number, id = 'chatSessions.create') =>
      'Idempotent-Replayed' in responseOf(id, status).headers
    expect([201, 400, 402, 403, 409, 413, 422].filter((status) => !replayable(status))).toEqual([])
    expect([401, 429, 500].filter((status) => replayable(status))).toEqual([])
    // Only the chat API checks the billing after the idempotency key.
    expect(replayable(402, 'contacts.upsert')).toBe(false)
    // This answer can only report a reused idempotency key.
    expect(replayable(422, 'privacy.erase')).toBe(false)
  })

  test('say how to authenticate if the API key is wrong or lacks the scope', () => {
    expect(responseOf('contacts.get', 401).headers).toHaveProperty('WWW-Authenticate')
    expect(responseOf('contacts.get', 403).headers).toHaveProperty('WWW-Authenticate')
    expect(responseOf('contacts.get', 404).headers).not.toHaveProperty('WWW-Authenticate')
  })

  test('that ask the client to wait say for how long', () => {
    expect(responseOf('contacts.upsert', 429).headers).toHaveProperty('Retry-After')
    expect(responseOf('contacts.upsert', 409).headers).toHaveProperty('Retry-After')
    expect(responseOf('contacts.upsert', 422).headers).not.toHaveProperty('Retry-After')
  })

  test('that refuse are problem documents, with an example for each code of their status', () => {
    const statusesOf = (code: ErrorCode): readonly number[] => errorTable[code].statuses
    const withStatus = (status: number, codes: readonly ErrorCode[]) =>
      codes.filter((code) => statusesOf(code).includes(status))
    let refusals = 0
    forEachOperation((operation, id) => {
      for (const status of Object.keys(describedOperation(id).responses).map(Number)) {
        if (status < 400) continue
        const { content } = responseOf(id, status)
        const { schema, examples = {} } = content['application/problem+json'] ?? {}
        expect(schema, id).toEqual({ $ref: '#/components/schemas/Problem' })
        const own = withStatus(status, operationErrors(operation))
        // An operation that never returns this status today may return it with any of its codes later.
        const possible = own.length > 0 ? own : withStatus(status, errorCodes)
        expect(Object.keys(examples), id).toEqual(possible)
        for (const [code, reference] of Object.entries(examples)) {
          expect(resolve(reference).value, id).toMatchObject({ code, status })
        }
        refusals += 1
      }
    })
    expect(refusals).toBeGreaterThan(200)
  })

  test('of every operation include the eight statuses that clients must expect', () => {
    forEachOperation((_operation, id) => {
      const statuses = Object.keys(describedOperation(id).responses).map(Number)
      expect(statuses, id).toEqual(expect.arrayContaining([400, 401, 402, 403, 404, 409, 422, 429]))
    })
    expect(responseOf('contacts.list', 404).description).toMatch(
      /^This operation never returns this status today/,
    )
    expect(responseOf('contacts.get', 404).description).toBe('`not_found`.')
  })

  test('group the codes of one status', () => {
    const codes = (id: string, status: number) =>
      Object.keys(responseOf(id, status).content['application/problem+json']?.examples ?? {})
    expect(codes('chatSessions.create', 429)).toEqual(['rate_limited', 'quota_exceeded'])
    expect(codes('chatSessions.create', 409)).toEqual(['idempotency_key_in_use', 'conflict'])
    expect(codes('chatSessions.send', 502)).toEqual(['internal_error'])
    expect(codes('contacts.list', 503)).toEqual(['internal_error'])
    expect(responseOf('contacts.list', 503).headers).toHaveProperty('Retry-After')
  })

  test('have status 413 only where there is a body, and 502 only where the agent answers', () => {
    const withStatus = (status: number) =>
      operations.filter(({ id }) => status in describedOperation(id).responses).map(({ id }) => id)
    expect(withStatus(413)).toEqual(
      operations.filter(({ operation }) => operation.body).map(({ id }) => id),
    )
    expect(withStatus(502)).toEqual(['chatSessions.send'])
    expect(withStatus(413).length).toBeGreaterThan(20)
  })

  test('of a chat message are a document or an event stream', () => {
    const { content, headers } = responseOf('chatSessions.send', 200)
    expect(Object.keys(content)).toEqual(['application/json', 'text/event-stream'])
    expect(headers).toHaveProperty('x-vercel-ai-ui-message-stream')
  })

  test('have an example for every code and status but 405, which belongs to no operation', () => {
    const shown = Object.values(document.components.examples).map(({ value }) => {
      const { code, status } = value as Problem
      return `${code} ${status}`
    })
    const possible = Object.entries(errorTable).flatMap(([code, { statuses }]) =>
      [...statuses].filter((status) => status !== 405).map((status) => `${code} ${status}`),
    )
    expect(shown.sort()).toEqual(possible.sort())
  })
})

describe('the schemas', () => {
  const schemas = document.components.schemas
  const text = JSON.stringify(document)

  test('of requests are closed, of answers open to new fields', () => {
    expect(schemas.ContactUpsert?.additionalProperties).toBe(false)
    expect(schemas.Contact).not.toHaveProperty('additionalProperties')
    expect(schemas.Problem).not.toHaveProperty('additionalProperties')
  })

  test('keep the formats of emails and times, and drop their patterns', () => {
    const email = schemas.ContactUpsert?.properties?.email as JsonSchema
    expect(email).toEqual({ type: 'string', format: 'email', maxLength: 254 })
    const time = schemas.Contact?.properties?.created_at
    expect(time).toEqual({ type: 'string', format: 'date-time' })
    expect(text).not.toContain('02-29')
  })

  test('mark fields that are extensions', () => {
    expect(schemas.Conversation?.properties?.channel).toHaveProperty('x-extension', true)
    expect(schemas.Workspace).toHaveProperty('x-extension', true)
    expect(text).not.toContain('"extension"')
  })

  test('are each used, and each reference leads somewhere', () => {
    const references = [...new Set(Array.from(text.matchAll(/"\$ref":"([^"]+)"/g), ([, to]) => to))]
    for (const $ref of references) expect(resolve({ $ref: $ref ?? '' }), $ref).toBeDefined()
    const named = Object.keys(schemas).map((name) => `#/components/schemas/${name}`)
    expect(named.filter((reference) => !references.includes(reference))).toEqual([])
    expect(named.length).toBeGreaterThan(30)
  })
})

describe('the webhooks', () => {
  test('are the fifteen event types, each with its own schema', () => {
    expect(Object.keys(document.webhooks)).toEqual(eventTypes)
    const bodies = Object.values(document.webhooks).map(
      ({ post }) =>
        resolve(post.requestBody.content['application/json']?.schema ?? {}) as JsonSchema,
    )
    expect(bodies.map(({ properties }) => properties?.type)).toEqual(
      eventTypes.map((type) => ({ type: 'string', const: type })),
    )
    expect(bodies).toHaveLength(15)
  })

  test('are signed, and need no API key', () => {
    for (const { post } of Object.values(document.webhooks)) {
      expect(post.security).toEqual([])
      expect(post.parameters.map((parameter) => resolve(parameter).name)).toEqual([
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
      ])
    }
  })
})

describe('toOpenApi', () => {
  test('says where the API is served', () => {
    expect(document.servers).toEqual([{ url: '/v1' }])
    const { servers } = toOpenApi(api, { serverUrl: 'https://api.acme.example/v1' })
    expect(servers).toEqual([{ url: 'https://api.acme.example/v1' }])
    expect(toOpenApi(api, { serverUrl: undefined }).servers).toEqual([{ url: '/v1' }])
  })

  test('says the version', () => {
    expect(document.info.version).toBe(apiVersions[0])
  })

  test('describes any contract, and marks required query parameters as required', () => {
    const get: Operation = {
      summary: 'Fetch a thing.',
      method: 'GET',
      path: '/things',
      scope: 'none',
      cost: 'standard',
      query: z.strictObject({ size: z.int(), color: z.string().optional() }),
      reply: json(z.object({ size: z.int() })),
    }
    const parameters = toOpenApi({ things: { get } }).paths['/things']?.get?.parameters
    expect(parameters?.slice(0, 2)).toEqual([
      { name: 'size', in: 'query', required: true, schema: { type: 'integer' } },
      { name: 'color', in: 'query', schema: { type: 'string' } },
    ])
  })
})
