// A receiver of webhooks restarts while the server keeps sending.
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createClient } from '@doorkit/client'
import { createWebhookRouter, recoverMissed } from '@doorkit/webhooks'
import { toNode } from '@doorkit/webhooks/node'
import { sqliteDedupeStore } from '@doorkit/webhooks/sqlite'
import { quick, serve, storeIn, until } from './served.mjs'

const folder = mkdtempSync(join(process.env.HOME, 'receiver-'))
const server = await serve(['--store', storeIn(folder), ...quick, '--print-key'])
const client = createClient({ apiKey: server.api_key, baseUrl: server.base_url })
const began = new Date().toISOString()

const handled = []
let secret = ''
function receive(port) {
  const database = new DatabaseSync(join(folder, 'handled.db'))
  const router = createWebhookRouter({
    secret: () => secret,
    dedupe: sqliteDedupeStore(database),
    fallback: (event) => void handled.push(event.id),
  })
  const receiver = createServer(toNode(router))
  return new Promise((resolve) => {
    receiver.listen(port, '127.0.0.1', () =>
      resolve({
        port: receiver.address().port,
        router,
        stop() {
          receiver.closeAllConnections()
          return new Promise((done) => receiver.close(() => done(database.close())))
        },
      }),
    )
  })
}
let receiver = await receive(0)
const { port } = receiver
const endpoint = await client.webhookEndpoints.create({
  url: `http://127.0.0.1:${port}/webhooks`,
  events: ['*'],
})
secret = endpoint.secret
/** A visitor leaves an email address, which causes two events. */
async function visit(email) {
  const { id } = await client.chatSessions.create()
  await client.chatSessions.send(id, { text: `I am Ada, ${email}` })
}
await visit('one@example.com')
await until(() => handled.length === 2, 'the first webhooks')

await receiver.stop()
await visit('two@example.com')
const attempted = async () => {
  const { data } = await client.webhookEndpoints.listDeliveries(endpoint.id)
  return data.filter(({ attempts }) => attempts > 0).length
}
await until(async () => (await attempted()) === 4, 'attempts without a receiver')
receiver = await receive(port)
await visit('three@example.com')
// Recovers the missed events, whose next attempts are minutes away.
const recovered = await recoverMissed({
  listEvents: (query) => client.events.list(query),
  since: began,
  handle: (event) => receiver.router.dispatch(event),
})
const events = await client.events.list().toArray({ limit: 50 })
await until(() => handled.length >= events.length, 'the other events')
const stopped = await server.stop()
await receiver.stop()
process.stdout.write(
  JSON.stringify({
    events: events.length,
    handled: handled.length,
    once: new Set(handled).size === handled.length,
    failed: recovered.failed.length,
    stopped,
  }),
)
