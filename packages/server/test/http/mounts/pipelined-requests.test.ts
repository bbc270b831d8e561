import { once } from 'node:events'
import { createServer } from 'node:http'
import { memoryStore } from '@doorkit/store'
import { expect, test } from 'vitest'
import { toNode } from '../../../src/http/mounts/node.ts'
import { watchConnections } from '../../../src/http/mounts/watch-connections.ts'
import { until } from '../../support/faulty-store.ts'
import { listen } from '../../support/hosts.ts'
import { caller, createKit } from '../../support/kit.ts'
import { openSocket, rawRequest } from '../../support/raw.ts'

/** Sends a GET and a POST over one connection, while the store leaves the GET without an answer. */
async function sendPipelined() {
  const store = memoryStore()
  let release = () => {}
  let held: Promise<void> | undefined
  let isHeld = false
  const kit = await createKit({
    store: {
      ...store,
      async get(refs) {
        if (held && refs.some((ref) => ref.in === 'keys')) {
          isHeld = true
          await held
        }
        return store.get(refs)
      },
    },
  })
  const call = caller(kit)
  await call('GET', '/me')
  const server = createServer(toNode(kit.doorkit))
  const connections = watchConnections(server)
  let requests = 0
  server.on('request', () => {
    requests += 1
  })
  const connected = once(server, 'connection')
  const socket = await openSocket(await listen(server))
  const [connection] = await connected
  held = new Promise((resolve) => {
    release = resolve
  })
  const headers = {
    Authorization: `Bearer ${kit.key.secret}`,
    'Content-Type': 'application/json',
  }
  const body = JSON.stringify({ email: 'ada@example.com' })
  socket.write(
    rawRequest('GET', '/v1/me', headers) + rawRequest('POST', '/v1/contacts', headers, body),
  )
  await until(() => isHeld && requests === 2)
  return {
    doorkit: kit.doorkit,
    call,
    socket,
    connection,
    connections,
    release() {
      held = undefined
      release()
    },
  }
}

test('a closing server also answers pipelined requests', async () => {
  const { doorkit, socket, release } = await sendPipelined()
  const closed = doorkit.close()
  release()
  const answers = await socket.answered(2)
  await closed
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test('a draining server answers pipelined requests, and ends the connection with the last answer', async () => {
  const { socket, connections, release } = await sendPipelined()
  const drained = connections.drain(0)
  release()
  const answers = await socket.answered(2)
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers.map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'close'])
  await socket.closed
  await drained
})

test('pipelined requests of a client that hung up delay nobody', async () => {
  const { doorkit, call, socket, connection, release } = await sendPipelined()
  socket.socket.destroy()
  await until(() => connection.destroyed)
  release()
  await until(async () => (await call('GET', '/me')).status === 200)
  // The clock of the test stands still, so the server could not close if the POST still waited for its body.
  await doorkit.close({ timeoutMs: 60_000 })
})
