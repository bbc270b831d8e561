import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { memoryStore } from '@doorkit/store'
import Fastify from 'fastify'
import { fastifyDoorkit } from '../../../src/http/mounts/fastify.ts'
import { toNode } from '../../../src/http/mounts/node.ts'
import { createDoorkit, drain } from '../../../src/index.ts'

// A host like the one in the kit's README, in a process of its own. It drains on SIGTERM.
const doorkit = createDoorkit({ store: memoryStore(), plans: 'unlimited' })
const { id } = await doorkit.workspaces.create({ name: 'Acme', website: 'https://acme.example' })
const { secret } = await doorkit.keys.create({ workspace: id, name: 'A', access: 'full_access' })

const isReady = () =>
  doorkit.ping().then(
    () => 200,
    () => 503,
  )

async function start() {
  if (process.argv[2] === 'fastify') {
    const app = Fastify()
    app.register(fastifyDoorkit(doorkit), { prefix: '/v1' })
    app.get('/ready', async (_request, reply) => reply.code(await isReady()).send())
    await app.listen({ port: 0, host: '127.0.0.1' })
    return app
  }
  const serve = toNode(doorkit)
  const server = createServer(async (request, response) => {
    if (request.url === '/ready') response.writeHead(await isReady()).end()
    else serve(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return server
}

const host = await start()
const { port } = ('server' in host ? host.server : host).address() as AddressInfo
process.once('SIGTERM', () => {
  process.send?.('draining')
  void drain(host, doorkit, { serveMs: 1_000 }).then(() => process.disconnect())
})
process.send?.({ port, secret })
