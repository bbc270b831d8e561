import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { watchConnections } from '../../../src/http/mounts/watch-connections.ts'

// This is more than the buffers of the system hold, so that sending takes as long as the client takes to
// read.
const megabytes = 32
const large = Buffer.alloc(megabytes * 1_048_576, 'x')

async function startServer(listener: RequestListener) {
  const server = createServer()
  const connections = watchConnections(server)
  server.on('request', listener).listen(0, '127.0.0.1')
  onTestFinished(() => server.closeAllConnections())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, connections, open: () => connect(port, '127.0.0.1') }
}

async function readAll(socket: Socket): Promise<number> {
  let bytes = 0
  for await (const part of socket) bytes += (part as Buffer).length
  return bytes
}

const get = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n'

describe('draining', () => {
  test('sends the rest of an answer that is written and not sent yet', async () => {
    let onAnswered = () => {}
    const answered = new Promise<void>((resolve) => {
      onAnswered = resolve
    })
    const { connections, open } = await startServer((_request, response) => {
      response.end(large)
      onAnswered()
    })
    const slow = open()
    slow.write(get)
    await answered
    const drained = connections.drain(0)
    expect(await readAll(slow)).toBeGreaterThan(large.length)
    await drained
  })

  test('ends idle connections immediately, whether they were used or not', async () => {
    const { connections, open } = await startServer((_request, response) => response.end('done'))
    const used = open()
    used.write(get)
    await once(used, 'data')
    const unused = open()
    await once(unused, 'connect')
    // This is answered after `unused` was accepted, because connections are accepted in order.
    used.write(get)
    await once(used, 'data')
    const ended = Promise.all([once(used.resume(), 'close'), once(unused.resume(), 'close')])
    await connections.drain(0)
    await ended
  })

  test('finishes an answer that has begun, and then closes its connection', async () => {
    let finish = () => {}
    const { connections, open } = await startServer((_request, response) => {
      finish = () => response.end('late')
      response.flushHeaders()
    })
    const socket = open()
    socket.write(get)
    const [head] = await once(socket, 'data')
    expect(String(head)).toContain('200 OK')
    const drained = connections.drain(0)
    finish()
    expect(await text(socket)).toContain('late')
    await drained
  })
})
