import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import compression from 'compression'
import express from 'express'
import helmet from 'helmet'
import { expect, test } from 'vitest'
import { toExpress } from '../../../src/http/mounts/express.ts'
import { toNode } from '../../../src/http/mounts/node.ts'
import { expectStreamed, waitingAgent } from '../../support/agents.ts'
import { listen } from '../../support/hosts.ts'
import { caller, createKit, type KitOptions } from '../../support/kit.ts'
import { openSocket } from '../../support/raw.ts'

/** A kit in an app that the test builds; calls go to `base`. */
async function serve(
  base: string,
  mount: (app: express.Express, doorkit: Awaited<ReturnType<typeof createKit>>['doorkit']) => void,
  options: KitOptions = {},
) {
  const kit = await createKit(options)
  const app = express()
  mount(app, kit.doorkit)
  const origin = await listen(createServer(app))
  const call = caller(kit, (path, init) => fetch(`${origin}${base}${path}`, init))
  return { kit, origin, call }
}

const ada = { email: 'ada@example.com' }

test('the prefix of the mount may contain the version segment', async () => {
  const { call } = await serve('/chat/v1', (app, doorkit) => {
    app.use(express.json())
    app.use('/chat/v1', toExpress(doorkit))
  })
  expect((await call('GET', '/me')).status).toBe(200)
  expect((await call('POST', '/contacts', { body: ada })).json.email).toBe(ada.email)
  expect((await call('GET', '/nothing')).json.code).toBe('not_found')
})

test('the version segment may follow the prefix of the mount', async () => {
  const { origin, call } = await serve('/api/v1', (app, doorkit) => {
    app.use(express.json())
    app.use('/api', toExpress(doorkit))
  })
  expect((await call('GET', '/me')).status).toBe(200)
  expect((await call('POST', '/contacts', { body: ada })).json.email).toBe(ada.email)
  expect((await call('GET', '/me', { headers: { 'Service-Version': 'x' } })).status).toBe(400)
  const outside = await fetch(`${origin}/api/me`)
  expect([outside.status, outside.headers.get('content-type')]).toEqual([
    401,
    'application/problem+json',
  ])
})

test('the kit may be mounted in a router of the host', async () => {
  const { call } = await serve('/a/b/v1', (app, doorkit) => {
    const router = express.Router()
    router.use('/b/v1', toExpress(doorkit))
    app.use('/a', router)
  })
  expect((await call('GET', '/me?verbose=1')).json.param).toBe('verbose')
  expect((await call('POST', '/contacts', { body: ada })).status).toBe(200)
})

test('without a prefix, the host still serves all paths outside the API', async () => {
  const { origin, call } = await serve('/v1', (app, doorkit) => {
    app.use(toExpress(doorkit))
    app.use((_request, response) => {
      response.send('the host')
    })
  })
  expect((await call('GET', '/me')).status).toBe(200)
  expect((await call('GET', '/nothing')).status).toBe(404)
  expect(await (await fetch(`${origin}/v10/me`)).text()).toBe('the host')
  expect(await (await fetch(`${origin}/`)).text()).toBe('the host')
})

test('without a prefix, the host handles the errors of its body parser on paths outside the API', async () => {
  const { origin, call } = await serve('/v1', (app, doorkit) => {
    app.use(express.json())
    app.use(toExpress(doorkit))
    app.use(
      (
        error: Error,
        _request: unknown,
        response: express.Response,
        _next: express.NextFunction,
      ) => {
        response.status(400).send(error.name)
      },
    )
  })
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(`${origin}/host`, { method: 'POST', headers, body: '{' })
  expect([response.status, await response.text()]).toEqual([400, 'SyntaxError'])
  expect((await call('POST', '/contacts', { body: '{' })).json.code).toBe('invalid_request')
})

test('the host handles the errors of its own handlers', async () => {
  const { origin, call } = await serve('/v1', (app, doorkit) => {
    app.use('/v1/broken', () => {
      throw new Error('of the host')
    })
    app.use('/v1', toExpress(doorkit))
    app.use(
      (
        error: Error,
        _request: unknown,
        response: express.Response,
        _next: express.NextFunction,
      ) => {
        response.status(418).send(error.message)
      },
    )
  })
  expect((await call('GET', '/me')).status).toBe(200)
  const response = await fetch(`${origin}/v1/broken`)
  expect([response.status, await response.text()]).toEqual([418, 'of the host'])
})

test("a body that the host's parser has read reaches the API", async () => {
  const parsers = [
    express.json({ limit: '2mb' }),
    express.raw({ type: '*/*', limit: '2mb' }),
    express.text({ type: '*/*', limit: '2mb' }),
  ]
  for (const parser of parsers) {
    const { call } = await serve('/v1', (app, doorkit) => {
      app.use(parser)
      app.use('/v1', toExpress(doorkit))
    })
    const body = JSON.stringify(ada)
    expect.soft((await call('POST', '/contacts', { body })).status).toBe(200)
    expect.soft((await call('POST', '/contacts', { body: '{' })).status).toBe(400)
    expect.soft((await call('POST', '/contacts', { body: body.padEnd(262_144) })).status).toBe(200)
    expect.soft((await call('POST', '/chat/sessions')).status).toBe(201)
  }
  expect(parsers).toHaveLength(3)
})

test('a body that a parser of the host skipped is read', async () => {
  const { call } = await serve('/v1', (app, doorkit) => {
    // Body parsers before Express 5 set this on a request that they do not parse.
    app.use((request, _response, next) => {
      request.body = {}
      next()
    })
    app.use('/v1', toExpress(doorkit))
  })
  expect((await call('POST', '/contacts', { body: ada })).json.email).toBe(ada.email)
})

test('a raw body that the host kept is preferred to the parsed one', async () => {
  const { call } = await serve('/v1', (app, doorkit) => {
    app.use(
      express.json({
        verify(request, _response, bytes) {
          Object.assign(request, { rawBody: bytes })
        },
      }),
    )
    app.use('/v1', toExpress(doorkit))
  })
  const headers = { 'Idempotency-Key': 'once' }
  await call('POST', '/contacts', { body: '{"email":"ada@example.com"}', headers })
  const { status } = await call('POST', '/contacts', {
    body: '{"email": "ada@example.com"}',
    headers,
  })
  expect(status).toBe(422)
})

test("a body that the host's parser refuses gets a problem document of the API", async () => {
  const { call } = await serve('/v1', (app, doorkit) => {
    app.use(express.json({ limit: '1kb' }))
    app.use('/v1', toExpress(doorkit))
  })
  const cases = [
    [{ body: JSON.stringify(ada).padEnd(2_000) }, 413],
    [{ body: '{' }, 400],
    [{ body: 'not gzip', headers: { 'Content-Encoding': 'gzip' } }, 400],
    [{ body: '{}', headers: { 'Content-Encoding': 'rot13' } }, 400],
    [{ body: '{}', headers: { 'Content-Type': 'application/json; charset=klingon' } }, 400],
  ] as const
  for (const [request, status] of cases) {
    const answer = await call('POST', '/contacts', request)
    expect.soft([answer.status, answer.json?.code]).toEqual([status, 'invalid_request'])
    expect.soft(answer.headers.get('x-request-id')).toMatch(/^req_/)
    const unknown = await call('POST', '/contacts', { ...request, secret: null })
    expect.soft(unknown.status).toBe(401)
  }
  expect(cases).toHaveLength(5)
})

test('the refusal of a document over the limit of express.json() says how to raise it, unless the document is also over the limit of the API', async () => {
  const { call } = await serve('/v1', (app, doorkit) => {
    app.use(express.json())
    app.use('/v1', toExpress(doorkit))
  })
  const body = { name: 'Long', content: 'a'.repeat(150_000) }
  const { status, json } = await call('POST', '/knowledge/documents', { body })
  expect([status, json.code]).toEqual([413, 'invalid_request'])
  expect(json.detail).toContain('larger than 102400 bytes')
  expect(json.detail).toContain('`limit` of that parser')
  const larger = { name: 'Longer', content: 'a'.repeat(1_100_000) }
  const refused = await call('POST', '/knowledge/documents', { body: larger })
  expect([refused.status, refused.json.detail]).toEqual([
    413,
    'The body is larger than 1048576 bytes.',
  ])
})

test('compression() and helmet() of the host do not delay a stream', async () => {
  const waiting = waitingAgent()
  const { kit, origin, call } = await serve(
    '/v1',
    (app, doorkit) => {
      app.use(helmet(), compression({ threshold: 0 }), express.json())
      app.use('/v1', toExpress(doorkit))
    },
    { agent: waiting.agent },
  )
  expect((await call('GET', '/me')).headers.get('content-encoding')).toBe('gzip')
  const session = (await call('POST', '/chat/sessions')).json
  const response = await fetch(`${origin}/v1/chat/sessions/${session.id}/messages`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${kit.key.secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ text: 'Hello', stream: true }),
  })
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  await expectStreamed(response, waiting)
})

test('a connection that is busy when the server closes ends with its next answer', async () => {
  const kit = await createKit()
  const app = express()
  app.use('/v1', toExpress(kit.doorkit))
  for (const server of [createServer(app), createServer(toNode(kit.doorkit))]) {
    const { port } = new URL(await listen(server))
    const agent = new Agent({ keepAlive: true })
    const headers = {
      Authorization: `Bearer ${kit.key.secret}`,
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
    }
    const outgoing = request({ agent, port, method: 'POST', path: '/v1/contacts', headers })
    outgoing.flushHeaders()
    await once(server, 'request')
    const closed = once(server, 'close')
    server.close()
    outgoing.end(JSON.stringify(ada))
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
    answer.resume()
    await closed
  }
})

test('requests that wait on a connection when the server closes are answered before the connection ends', async () => {
  const kit = await createKit()
  const server = createServer(toNode(kit.doorkit))
  const { write, answered } = await openSocket(await listen(server))
  let requests = 0
  server.on('request', () => {
    requests += 1
    if (requests === 3) server.close()
  })
  const head = `Host: localhost\r\nAuthorization: Bearer ${kit.key.secret}`
  write(`GET /v1/me HTTP/1.1\r\n${head}\r\n\r\n`.repeat(3))
  const answers = await answered(3)
  const ends = answers.map(({ status, headers }) => [status, headers.connection])
  expect(ends).toEqual([
    [200, 'keep-alive'],
    [200, 'keep-alive'],
    [200, 'close'],
  ])
})
