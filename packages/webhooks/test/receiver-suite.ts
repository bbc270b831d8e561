import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import {
  createWebhookRouter,
  memoryDedupeStore,
  type ReceiverOptions,
  signWebhook,
  type WebhookRouter,
} from '../src/index.ts'
import { webhookDelivery, webhookFixture } from '../src/testing.ts'
import { secrets } from './vectors/secrets.ts'

/** Functions that send requests to a running receiver and stop it. */
export interface RunningReceiver {
  send(request: RequestInit): Promise<Response>
  stop(): Promise<void>
}

/** Starts a framework with a receiver. */
export type StartReceiver = (
  router: WebhookRouter,
  options?: ReceiverOptions,
) => RunningReceiver | Promise<RunningReceiver>

/** The secret that the receivers of the suite know. */
export const secret = secrets.current ?? ''

/** The event that the suite delivers. */
export const event = webhookFixture('lead.captured', { data: { object: { first_name: 'Zoë' } } })

/** Creates a router that records handled events and errors. Its handler first fails `failures` times. */
export function createRecordingRouter(failures = 0) {
  const notes: string[] = []
  let failuresLeft = failures
  const router = createWebhookRouter({
    secret,
    dedupe: memoryDedupeStore(),
    onError: (error) => notes.push((error as { code?: string }).code ?? 'handler failed'),
    fallback: (event) => {
      failuresLeft -= 1
      if (failuresLeft >= 0) throw new Error('no database')
      notes.push(event.id)
    },
  })
  return { router, notes }
}

/** A request that carries a delivery of the event. */
export function deliveryRequest(changes: RequestInit = {}): RequestInit {
  return { method: 'POST', ...webhookDelivery(event, { secret }), ...changes }
}

/** The status of a response, and the error code in its body. */
export async function answerOf(response: Response): Promise<[status: number, code?: string]> {
  const body = (await response.json()) as { error?: { code: string } }
  return body.error ? [response.status, body.error.code] : [response.status]
}

/** A body that is sent in chunks, without a content-length. */
export function chunked(bytes: Uint8Array): RequestInit {
  const body = new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 100) controller.enqueue(bytes.slice(at, at + 100))
      controller.close()
    },
  })
  return { body, duplex: 'half' } as RequestInit
}

/** Describes what every receiver promises, whatever it runs in. */
export function describeReceiver(name: string, start: StartReceiver): void {
  const stops: (() => Promise<void>)[] = []

  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })

  async function startRecording(options: ReceiverOptions = {}, failures = 0) {
    const { router, notes } = createRecordingRouter(failures)
    const receiver = await start(router, options)
    stops.push(receiver.stop)
    const send = async (changes?: RequestInit) =>
      await answerOf(await receiver.send(deliveryRequest(changes)))
    return { receiver, notes, send }
  }

  describe(`the ${name} receiver`, () => {
    test('hands a delivery to the router and answers 200', async () => {
      const { receiver, notes } = await startRecording()
      const response = await receiver.send(deliveryRequest())
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toContain('application/json')
      expect(await response.json()).toEqual({ received: true })
      expect(notes).toEqual([event.id])
    })

    test('answers 200 to a duplicate, and does not handle it again', async () => {
      const { send, notes } = await startRecording()
      expect([await send(), await send()]).toEqual([[200], [200]])
      expect(notes).toEqual([event.id])
    })

    test('verifies the exact bytes of the body, including white space', async () => {
      const { send, notes } = await startRecording()
      const body = ` ${JSON.stringify(event, null, '\t')}\r\n`
      const headers = signWebhook({ id: event.id, body, secret })
      expect(
        await send({ body, headers: { ...headers, 'content-type': 'application/json' } }),
      ).toEqual([200])
      expect(notes).toEqual([event.id])
    })

    test('reads a body sent in chunks', async () => {
      const { send } = await startRecording()
      const { body } = webhookDelivery(event, { secret })
      expect(await send(chunked(Buffer.from(body)))).toEqual([200])
    })

    test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/cloudevents+json'])(
      'verifies a body of the content type %s',
      async (type) => {
        const { send } = await startRecording()
        const { headers } = webhookDelivery(event, { secret })
        expect(await send({ headers: { ...headers, 'content-type': type } })).toEqual([200])
      },
    )

    test('refuses a changed body with 400', async () => {
      const { send, notes } = await startRecording()
      const body = JSON.stringify({ ...event, type: 'meeting.booked' })
      expect(await send({ body })).toEqual([400, 'no_matching_signature'])
      expect(notes).toEqual(['no_matching_signature'])
    })

    test('refuses an unsigned body with 400', async () => {
      const { send } = await startRecording()
      expect(await send({ headers: { 'content-type': 'application/json' } })).toEqual([
        400,
        'missing_header',
      ])
    })

    test('refuses a body that is not JSON, but says so only if the body is signed', async () => {
      const { send } = await startRecording()
      const headers = signWebhook({ id: 'evt_1', body: '{', secret })
      const json = { 'content-type': 'application/json' }
      expect(await send({ body: '{', headers: json })).toEqual([400, 'missing_header'])
      expect(await send({ body: '{', headers: { ...headers, ...json } })).toEqual([
        400,
        'payload_not_json',
      ])
    })

    test('refuses a request without a body with 400', async () => {
      const { receiver } = await startRecording()
      const headers = signWebhook({ id: 'evt_1', body: '', secret })
      const [status] = await answerOf(await receiver.send({ method: 'POST', headers }))
      expect(status).toBe(400)
    })

    test('answers 500 when the handler fails, so that the next attempt is handled', async () => {
      const { send, notes } = await startRecording({}, 1)
      expect(await send()).toEqual([500, 'handler_failed'])
      expect(await send()).toEqual([200])
      expect(notes).toEqual(['handler failed', event.id])
    })

    test('refuses a body beyond the limit with 413, with and without a content-length', async () => {
      const { send, notes } = await startRecording({ maxBodyBytes: 1000 })
      const body = 'x'.repeat(1001)
      expect(await send({ body })).toEqual([413, 'body_too_large'])
      expect(await send(chunked(Buffer.from(body)))).toEqual([413, 'body_too_large'])
      expect(notes).toEqual(['body_too_large', 'body_too_large'])
    })

    test('reads a body up to the limit', async () => {
      const { body } = webhookDelivery(event, { secret })
      const { send } = await startRecording({ maxBodyBytes: Buffer.byteLength(body) })
      expect(await send({ body })).toEqual([200])
    })

    test('verifies the bytes of a compressed body, and does not decompress it', async () => {
      const { send } = await startRecording()
      const { body, headers } = webhookDelivery(event, { secret })
      const zipped = gzipSync(body)
      expect(
        await send({ body: zipped, headers: { ...headers, 'content-encoding': 'gzip' } }),
      ).toEqual([400, 'no_matching_signature'])
      const signed = signWebhook({ id: event.id, body: zipped, secret })
      expect(await send({ body: zipped, headers: { ...headers, ...signed } })).toEqual([
        400,
        'payload_not_utf8',
      ])
    })
  })
}
