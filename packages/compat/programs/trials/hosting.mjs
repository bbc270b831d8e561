// The API in Express and Fastify applications, behind common middleware.
import { createClient } from '@doorkit/client'
import { toExpress } from '@doorkit/server/express'
import { fastifyDoorkit } from '@doorkit/server/fastify'
import rateLimit from '@fastify/rate-limit'
import compression from 'compression'
import express from 'express'
import fastify from 'fastify'
import helmet from 'helmet'
import { startChatKit } from './chat-kit.mjs'

const { kit, apiKey, finish } = await startChatKit(() => ({
  texts: ['Early.', ' Late.'],
  waits: true,
}))

async function tryApi(origin) {
  const client = createClient({ apiKey, baseUrl: `${origin}/v1`, maxRetries: 0 })
  const { email } = await client.contacts.upsert({ email: 'ada@example.com' })
  const session = await client.chatSessions.create()
  const stream = await client.chatSessions.stream(session.id, { text: 'Hello' })
  const texts = []
  for await (const delta of stream.textDeltas()) {
    texts.push(delta)
    finish() // If middleware buffered the stream, no delta would arrive, and the answer would never end.
  }
  const content = 'a'.repeat(150_000)
  const long = await client.knowledgeDocuments.create({ name: 'Long', content }).then(
    () => 'accepted',
    ({ status, detail }) => [status, /\d+/.exec(detail)?.[0]],
  )
  const head = await fetch(`${origin}/v1/me`, { headers: { Authorization: `Bearer ${apiKey}` } })
  return { email, texts, long, type: head.headers.get('content-type'), headers: head.headers }
}

const app = express()
app.use(helmet(), compression({ threshold: 0 }), express.json())
app.use('/v1', toExpress(kit))
const server = await new Promise((resolve) => {
  const listening = app.listen(0, '127.0.0.1', () => resolve(listening))
})
const onExpress = await tryApi(`http://127.0.0.1:${server.address().port}`)

const fastifyApp = fastify({ forceCloseConnections: true })
const hooked = []
await fastifyApp.register(rateLimit, { max: 6, timeWindow: 60_000 })
fastifyApp.addHook('preHandler', async (request) => void hooked.push(request.url))
await fastifyApp.register(fastifyDoorkit(kit), { prefix: '/v1' })
const origin = await fastifyApp.listen({ port: 0, host: '127.0.0.1' })
const onFastify = await tryApi(origin)
const statuses = []
for (let round = 0; round < 3; round++) statuses.push((await fetch(`${origin}/v1/me`)).status)

const withoutHeaders = ({ headers, ...facts }) => facts
process.stdout.write(
  JSON.stringify({
    express: {
      ...withoutHeaders(onExpress),
      encoding: onExpress.headers.get('content-encoding'),
      sniff: onExpress.headers.get('x-content-type-options'),
    },
    fastify: { ...withoutHeaders(onFastify), hooked: hooked.length, statuses },
  }),
)
server.closeAllConnections()
server.close()
await fastifyApp.close()
await kit.close()
