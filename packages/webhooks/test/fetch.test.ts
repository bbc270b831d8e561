import { expect, test } from 'vitest'
import { toFetch } from '../src/fetch.ts'
import { toNext } from '../src/next.ts'
import { webhookRequest } from '../src/testing.ts'
import {
  answerOf,
  createRecordingRouter,
  deliveryRequest,
  describeReceiver,
  event,
  secret,
} from './receiver-suite.ts'

const url = 'https://example.com/webhooks'

describeReceiver('fetch', (router, options) => {
  const receive = toFetch(router, options)
  return { send: (request) => receive(new Request(url, request)), stop: async () => {} }
})

describeReceiver('Next.js', (router, options) => {
  const POST = toNext(router, options)
  return { send: (request) => POST(new Request(url, request)), stop: async () => {} }
})

test('a request from webhookRequest is received', async () => {
  const { router, notes } = createRecordingRouter()
  const response = await toFetch(router)(webhookRequest(url, event, { secret }))
  expect(await answerOf(response)).toEqual([200])
  expect(notes).toEqual([event.id])
})

test('methods other than POST are answered 405', async () => {
  const { router } = createRecordingRouter()
  for (const request of [{ method: 'GET' }, deliveryRequest({ method: 'PUT' })]) {
    const response = await toFetch(router)(new Request(url, request))
    expect(response.headers.get('allow')).toBe('POST')
    expect(await answerOf(response)).toEqual([405, 'method_not_allowed'])
  }
})

test('a request whose body was already read is refused with parsed_body', async () => {
  const { router, notes } = createRecordingRouter()
  const request = new Request(url, deliveryRequest())
  await request.json()
  expect(await answerOf(await toNext(router)(request))).toEqual([500, 'parsed_body'])
  expect(notes).toEqual(['parsed_body'])
})

test('a request whose body something else is reading is refused with parsed_body', async () => {
  const { router, notes } = createRecordingRouter()
  const request = new Request(url, deliveryRequest())
  request.body?.getReader()
  expect(await answerOf(await toFetch(router)(request))).toEqual([500, 'parsed_body'])
  expect(notes).toEqual(['parsed_body'])
})

test('a request whose body breaks off is refused with body_read_failed', async () => {
  const { router, notes } = createRecordingRouter()
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from('half'))
      controller.error(new Error('connection reset'))
    },
  })
  const request = new Request(url, { ...deliveryRequest(), body, duplex: 'half' } as RequestInit)
  expect(await answerOf(await toFetch(router)(request))).toEqual([400, 'body_read_failed'])
  expect(notes).toEqual(['body_read_failed'])
})

test('a body beyond the limit is not read to its end', async () => {
  const { router } = createRecordingRouter()
  let pulls = 0
  let isCanceled = false
  const body = new ReadableStream({
    pull(controller) {
      pulls += 1
      controller.enqueue(new Uint8Array(1000))
    },
    cancel() {
      isCanceled = true
    },
  })
  const request = new Request(url, { ...deliveryRequest(), body, duplex: 'half' } as RequestInit)
  const receive = toFetch(router, { maxBodyBytes: 5000 })
  expect(await answerOf(await receive(request))).toEqual([413, 'body_too_large'])
  expect(isCanceled).toBe(true)
  expect(pulls).toBeLessThan(10)
})

test('a body whose content-length is too large is refused without being read', async () => {
  const { router, notes } = createRecordingRouter()
  const { headers } = deliveryRequest()
  const lengthy = { ...headers, 'content-length': '101' }
  const request = new Request(url, deliveryRequest({ headers: lengthy }))
  const response = await toFetch(router, { maxBodyBytes: 100 })(request)
  expect(await answerOf(response)).toEqual([413, 'body_too_large'])
  expect(notes).toEqual(['body_too_large'])
  expect(request.bodyUsed).toBe(false)
})
