import { once } from 'node:events'
import { connect, createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type NodeListener, toNode } from '../../../src/http/mounts/node.ts'
import type { Servable } from '../../../src/http/mounts/servable.ts'
import type { Doorkit } from '../../../src/index.ts'
import { until } from '../../support/faulty-store.ts'
import { hosts } from '../../support/hosts.ts'
import { openSocket, rawRequest } from '../../support/raw.ts'

/** Answers each request, once the test lets it, with a stream that ends only if it is canceled. */
function endlessStreams() {
  const count = { asked: 0, canceled: 0 }
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const serve: Servable['serve'] = async () => {
    count.asked += 1
    await released
    const body = new ReadableStream<Uint8Array>({
      cancel() {
        count.canceled += 1
      },
    })
    return { status: 200, headers: { 'Content-Type': 'text/event-stream' }, body }
  }
  return { doorkit: { serve } as Doorkit, count, release }
}

describe.each(hosts.filter(({ name }) => name !== 'in-process'))('over $name', (host) => {
  test.each([1, 2])(
    'if a client hangs up before its answers begin, their streams end (requests: %i)',
    async (each) => {
      const { doorkit, count, release } = endlessStreams()
      const { origin } = await host.serve(doorkit)
      const { socket, closed, write } = await openSocket(origin)
      write(rawRequest('GET', '/v1/events').repeat(each))
      await until(() => count.asked === each)
      socket.resetAndDestroy()
      await closed
      // When the server gets a request of a later connection, it has read the end of this one.
      const later = await openSocket(origin)
      later.write(rawRequest('GET', '/v1/events'))
      await until(() => count.asked === each + 1)
      release()
      await until(() => count.canceled === each)
      expect(count.canceled).toBe(each)
    },
  )
})

test('over HTTP/2, the stream ends if its client cancels the request before the answer begins', async () => {
  const { doorkit, count, release } = endlessStreams()
  const listener = toNode(doorkit) as (...given: unknown[]) => ReturnType<NodeListener>
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  onTestFinished(() => {
    session.destroy()
    server.close()
  })
  const asked = once(server, 'stream')
  const stream = session.request({ ':path': '/v1/events' })
  const [served] = await asked
  stream.close()
  await until(() => served.closed)
  release()
  await until(() => count.canceled === 1)
  expect(count).toEqual({ asked: 1, canceled: 1 })
})
