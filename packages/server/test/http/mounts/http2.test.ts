import { once } from 'node:events'
import { connect, createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { type NodeListener, toNode } from '../../../src/http/mounts/node.ts'
import { createKit } from '../../support/kit.ts'

test('simultaneous requests of one HTTP/2 connection are all answered, and each stream is ended', async () => {
  const { doorkit, key } = await createKit()
  const listener = toNode(doorkit) as (...given: unknown[]) => ReturnType<NodeListener>
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const session = connect(`http://127.0.0.1:${port}`)
  onTestFinished(() => {
    session.destroy()
    server.close()
  })
  const ask = async () => {
    const stream = session.request({ ':path': '/v1/me', authorization: `Bearer ${key.secret}` })
    const [headers] = await once(stream, 'response')
    return [headers[':status'], JSON.parse(await text(stream)).object]
  }
  const answers = await Promise.all([ask(), ask(), ask()])
  const identity = [200, 'api_key_identity']
  expect(answers).toEqual([identity, identity, identity])
  await doorkit.close()
})
