import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { toNode } from '../src/node.ts'
import { type NodeRequest, readIncomingMessage } from '../src/read-incoming-message.ts'
import { listen } from './listen.ts'
import {
  answerOf,
  createRecordingRouter,
  deliveryRequest,
  describeReceiver,
  event,
} from './receiver-suite.ts'

describeReceiver('node:http', (router, options) => listen(toNode(router, options)))

test('methods other than POST are answered 405', async () => {
  const { router, notes } = createRecordingRouter()
  const server = await listen(toNode(router))
  const response = await server.send({ method: 'GET' })
  expect(response.headers.get('allow')).toBe('POST')
  expect(await answerOf(response)).toEqual([405, 'method_not_allowed'])
  const put = await server.send({ ...deliveryRequest(), method: 'PUT' })
  expect(await answerOf(put)).toEqual([405, 'method_not_allowed'])
  await server.stop()
  expect(notes).toEqual([])
})

test('a connection whose delivery was read completely may carry the next delivery', async () => {
  const server = await listen(toNode(createRecordingRouter().router))
  const response = await server.send(deliveryRequest())
  expect([response.status, response.headers.get('connection')]).toEqual([200, 'keep-alive'])
  await server.stop()
})

test('bytes that a body parser stored are used, even if it also parsed them', async () => {
  for (const member of ['body', 'rawBody'] as const) {
    const { router, notes } = createRecordingRouter()
    const receive = toNode(router)
    const server = await listen(async (request, response) => {
      const bytes = Buffer.concat(await request.toArray())
      const parsedBody = { body: JSON.parse(bytes.toString()), rawBody: undefined }
      await receive(Object.assign(request, parsedBody, { [member]: bytes }), response)
    })
    expect(await answerOf(await server.send(deliveryRequest()))).toEqual([200])
    await server.stop()
    expect(notes).toEqual([event.id])
  }
})

test('a request whose body something else has read is refused with parsed_body', async () => {
  const { router, notes } = createRecordingRouter()
  const receive = toNode(router)
  const server = await listen(async (request, response) => {
    await request.toArray()
    await receive(request, response)
  })
  expect(await answerOf(await server.send(deliveryRequest()))).toEqual([500, 'parsed_body'])
  await server.stop()
  expect(notes).toEqual(['parsed_body'])
})

test('if a sender disconnects within the body, the router reports body_read_failed, and the server continues', async () => {
  const { router, notes } = createRecordingRouter()
  const receive = toNode(router)
  let onReceived = () => {}
  const reception = new Promise<void>((resolve) => {
    onReceived = resolve
  })
  const server = await listen(async (request, response) => {
    await receive(request, response)
    onReceived()
  })
  const socket = connect(server.port, '127.0.0.1')
  socket.write('POST /webhooks HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf', () =>
    socket.destroy(),
  )
  await reception
  expect(notes).toEqual(['body_read_failed'])
  expect(await answerOf(await server.send(deliveryRequest()))).toEqual([200])
  await server.stop()
})

test('if a sender disconnects before the body is read, the router reports body_read_failed', async () => {
  const { router, notes } = createRecordingRouter()
  const receive = toNode(router)
  let onReceived = () => {}
  const reception = new Promise<void>((resolve) => {
    onReceived = resolve
  })
  const server = await listen(async (request, response) => {
    await new Promise((resolve) => response.once('close', resolve))
    await receive(request, response)
    onReceived()
  })
  const socket = connect(server.port, '127.0.0.1')
  socket.write('POST /webhooks HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf', () =>
    socket.destroy(),
  )
  await reception
  expect(notes).toEqual(['body_read_failed'])
  await server.stop()
})

test('a body whose content-length is too large is refused before it arrives, and the connection is closed', async () => {
  const { router } = createRecordingRouter()
  const server = await listen(toNode(router, { maxBodyBytes: 10 }))
  const socket = connect(server.port, '127.0.0.1')
  const answer: Buffer[] = []
  socket.on('data', (chunk: Buffer) => answer.push(chunk))
  const closing = new Promise((resolve) => socket.once('close', resolve))
  socket.write('POST /webhooks HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n')
  await closing
  const text = Buffer.concat(answer).toString()
  expect(text).toMatch(/^HTTP\/1\.1 413 /)
  expect(text.toLowerCase()).toContain('connection: close')
  await server.stop()
})

test('once a body of unknown length exceeds the limit, it is refused and not read further', async () => {
  const request = Object.assign(new PassThrough(), { headers: {} })
  const reading = readIncomingMessage(request as unknown as NodeRequest, { maxBodyBytes: 10 })
  request.write('eleven byte')
  await expect(reading).rejects.toMatchObject({ code: 'body_too_large' })
  expect(request.isPaused()).toBe(true)
})

test.each(['error', 'close'])(
  'a request that emits "%s" before its end is refused with body_read_failed',
  async (name) => {
    const request = Object.assign(new PassThrough(), { headers: {} })
    const reading = readIncomingMessage(request as unknown as NodeRequest)
    request.emit(name, new Error('reset'))
    await expect(reading).rejects.toMatchObject({ code: 'body_read_failed' })
  },
)
