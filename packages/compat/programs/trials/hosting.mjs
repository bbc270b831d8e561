// The API in applications with what people put in front of it.

import { createClient } from '@doorkit/client'
import { createDoorkit } from '@doorkit/server'
import { toExpress } from '@doorkit/server/express'
import { fastifyDoorkit } from '@doorkit/server/fastify'
import { memoryStore } from '@doorkit/server/store'
import rateLimit from '@fastify/rate-limit'
import compression from 'compression'
import express from 'express'
import fastify from 'fastify'
import helmet from 'helmet'

let goOn = () => {}
const agent = {
  async *reply() {
    yield { type: 'text-start', id: 'a' }
    yield { type: 'text-delta', id: 'a', delta: 'Early.' }
    await new Promise((resolve) => (goOn = resolve))
    yield { type: 'text-delta', id: 'a', delta: ' Late.' }
    yield { type: 'text-end', id: 'a' }
  },
}
const kit = createDoorkit({ store: memoryStore(), agent })
const workspace = await kit.workspaces.create({
  name: 'A',
  website: 'https://a.example',
  plan: 'apex',
})
const { secret: apiKey } = await kit.keys.create({
  workspace: workspace.id,
  name: 'All',
  access: 'full_access',
})

async function tryOut(origin) {
  const client = createClient({ apiKey, baseUrl: `${origin}/v1`, maxRetries: 0 })
  const { email } = await client.contacts.upsert({ email: 'ada@example.com' })
  const session = await client.chatSessions.create()
  const stream = await client.chatSessions.stream(session.id, { text: 'Hello' })
  const texts = []
  for await (const delta of stream.textDeltas()) {
    texts.push(delta)
    goOn() // Only now: a stream that is held back never gets to its end.
  }
  const content = 'a'.repeat(150_000)
  const long = await client.knowledgeDocuments.create({ name: 'Long', content }).then(
    () => 'taken',
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
const onExpress = await tryOut(`http://127.0.0.1:${server.address().port}`)

const fastifyApp = fastify({ forceCloseConnections: true })
const hooked = []
await fastifyApp.register(rateLimit, { max: 6, timeWindow: 60_000 })
fastifyApp.addHook('preHandler', async (request) => void hooked.push(request.url))
await fastifyApp.register(fastifyDoorkit(kit), { prefix: '/v1' })
const origin = await fastifyApp.listen({ port: 0, host: '127.0.0.1' })
const onFastify = await tryOut(origin)
const statuses = []
for (let round = 0; round < 3; round++) statuses.push((await fetch(`${origin}/v1/me`)).status)

const report = ({ headers, ...facts }) => facts
process.stdout.write(
  JSON.stringify({
    express: {
      ...report(onExpress),
      encoding: onExpress.headers.get('content-encoding'),
      sniff: onExpress.headers.get('x-content-type-options'),
    },
    fastify: { ...report(onFastify), hooked: hooked.length, statuses },
  }),
)
server.closeAllConnections()
server.close()
await fastifyApp.close()
await kit.close()
