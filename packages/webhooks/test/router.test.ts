import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  createWebhookRouter,
  memoryDedupeStore,
  verifyWebhook,
  WebhookError,
  type WebhookEvent,
  type WebhookRouterOptions,
} from '../src/index.ts'
import { webhookDelivery, webhookFixture } from '../src/testing.ts'
import { codeOf } from './code-of.ts'
import {
  answer,
  createGate,
  createRecordingRouter,
  delivery,
  event,
  secret,
} from './recording-router.ts'

const unknownEvent = { ...webhookFixture('webhook.test'), type: 'link.opened' as string }

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe('routing', () => {
  test('calls the handler of the type with the event', async () => {
    const { router, notes } = createRecordingRouter()
    const hosts: unknown[] = []
    router
      .on('meeting.booked', (event) => {
        hosts.push(event.data.object?.host)
      })
      .on('lead.captured', () => notes.push('lead'))
    expect(await router.receive(delivery)).toEqual(answer(200, { received: true }))
    expect(hosts).toEqual(['Grace Hopper'])
    expect(notes).toEqual([])
  })

  test('calls the fallback for types without a handler, known or not', async () => {
    const { router, notes } = createRecordingRouter()
    await router.receive(delivery)
    await router.receive(webhookDelivery(unknownEvent, { secret }))
    expect(notes).toEqual(['fallback meeting.booked', 'fallback unknown'])
  })

  test('waits for the handler before it answers', async () => {
    const { router, notes } = createRecordingRouter()
    const gate = createGate()
    router.on('meeting.booked', async () => {
      await gate.opened
      notes.push('handled')
    })
    const reply = router.receive(delivery).then(() => notes.push('answered'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(notes).toEqual([])
    gate.open()
    await reply
    expect(notes).toEqual(['handled', 'answered'])
  })

  test('refuses a second handler of a type', () => {
    const { router } = createRecordingRouter()
    router.on('meeting.booked', () => {})
    expect(codeOf(() => router.on('meeting.booked', () => {}))).toBe('duplicate_handler')
  })

  test('calls one handler for each of its types', async () => {
    const { router, notes } = createRecordingRouter()
    router.on(['meeting.booked', 'meeting.canceled'], ({ type }) => notes.push(type))
    await router.receive(delivery)
    await router.dispatch(webhookFixture('meeting.canceled'))
    await router.dispatch(webhookFixture('meeting.rescheduled'))
    expect(notes).toEqual(['meeting.booked', 'meeting.canceled', 'fallback meeting.rescheduled'])
  })

  test('registers a handler for none of several types if one already has a handler or is listed twice', async () => {
    const { router, notes } = createRecordingRouter()
    router.on('meeting.canceled', () => {})
    const handler = () => notes.push('handled')
    const repeatedTypes = ['meeting.booked', 'meeting.booked'] as const
    for (const types of [['meeting.booked', 'meeting.canceled'], repeatedTypes] as const) {
      expect(codeOf(() => router.on(types, handler))).toBe('duplicate_handler')
    }
    await router.receive(delivery)
    expect(notes).toEqual(['fallback meeting.booked'])
  })

  test('refuses a router without fallback', () => {
    const create = () => createWebhookRouter({ secret } as WebhookRouterOptions)
    expect(codeOf(create)).toBe('invalid_option')
    expect(create).toThrow('pass a function for the events without a handler')
  })
})

describe('the secret', () => {
  /** The status of the reply of a router with these secrets, and the code of a refusal. */
  async function replyWith(secrets: Partial<WebhookRouterOptions>) {
    const reply = await createRecordingRouter({ secret: undefined, ...secrets }).router.receive(
      delivery,
    )
    return [reply.status, JSON.parse(reply.body).error?.code]
  }

  test('is read when a delivery arrives, so that a build needs none', async () => {
    expect(await replyWith({ secret: '' })).toEqual([500, 'missing_secret'])
    expect(await replyWith({ secret: 'whsec_' })).toEqual([500, 'missing_secret'])
    expect(await replyWith({ secrets: [secret, `${secret}\n`] })).toEqual([
      500,
      'secret_whitespace',
    ])
  })

  test('is by default that of the environment, which is read for each delivery', async () => {
    const { router } = createRecordingRouter({ secret: undefined })
    vi.stubEnv('DOORKIT_WEBHOOK_SECRET', undefined)
    expect((await router.receive(delivery)).status).toBe(500)
    vi.stubEnv('DOORKIT_WEBHOOK_SECRET', secret)
    expect((await router.receive(delivery)).status).toBe(200)
  })

  test('may be a function, sync or async, that is called for each delivery', async () => {
    let current = ''
    const { router } = createRecordingRouter({ secret: () => current })
    expect((await router.receive(delivery)).status).toBe(500)
    current = secret
    expect((await router.receive(delivery)).status).toBe(200)
    expect(await replyWith({ secret: async () => secret })).toEqual([200, undefined])
    expect(await replyWith({ secrets: async () => [secret] })).toEqual([200, undefined])
    expect(verifyWebhook({ ...delivery, secret: () => secret }).id).toBe(event.id)
    expect(verifyWebhook({ ...delivery, secrets: () => [secret] }).id).toBe(event.id)
  })

  test('that cannot be fetched fails the delivery with 500', async () => {
    const { router, notes } = createRecordingRouter({
      secret: () => Promise.reject(new Error('vault')),
    })
    expect((await router.receive(delivery)).status).toBe(500)
    expect(notes).toEqual(['error Error: vault'])
  })
})

describe('the answer', () => {
  test('to a delivery that does not verify is 400 with the code', async () => {
    const { router, notes } = createRecordingRouter()
    const reply = await router.receive({ ...delivery, body: `${delivery.body} ` })
    expect(reply.status).toBe(400)
    expect(JSON.parse(reply.body)).toEqual({
      error: { code: 'no_matching_signature', message: expect.stringContaining('No signature') },
    })
    expect(notes).toEqual(['error no_matching_signature'])
  })

  test('to a delivery that the configuration broke is 500 with the code', async () => {
    const { router, notes } = createRecordingRouter()
    const reply = await router.receive({ ...delivery, body: event as never })
    expect(reply.status).toBe(500)
    expect(JSON.parse(reply.body).error.code).toBe('parsed_body')
    expect(notes).toEqual(['error parsed_body'])
  })

  test('to a delivery whose handler fails is 500, without the error', async () => {
    const { router, notes } = createRecordingRouter()
    router.on('meeting.booked', () => {
      throw new Error('password hunter2 refused')
    })
    const reply = await router.receive(delivery)
    expect(reply.status).toBe(500)
    expect(JSON.parse(reply.body).error.code).toBe('handler_failed')
    expect(reply.body).not.toContain('hunter2')
    expect(notes).toEqual(['error Error: password hunter2 refused'])
  })

  test('to a delivery whose handler throws an error of this package is 500 too', async () => {
    const { router } = createRecordingRouter()
    router.on('meeting.booked', () => {
      throw new WebhookError('missing_header', 'Of another webhook.')
    })
    const reply = await router.receive(delivery)
    expect([reply.status, JSON.parse(reply.body).error.code]).toEqual([500, 'handler_failed'])
  })

  test('to a delivery that cannot be read has the status 500', async () => {
    const { router } = createRecordingRouter()
    const reply = await router.receive(() => Promise.reject(new Error('disk full')))
    expect([reply.status, JSON.parse(reply.body).error.code]).toEqual([500, 'handler_failed'])
  })

  test('is the same if the reporter fails', async () => {
    const { router } = createRecordingRouter({
      onError: () => Promise.reject(new Error('the log is full')),
    })
    const reply = await createRecordingRouter().router.receive({ ...delivery, body: '' })
    expect(await router.receive({ ...delivery, body: '' })).toEqual(reply)
  })
})

describe('an event that is already trusted', () => {
  test('is dispatched once for each id', async () => {
    const { router, notes } = createRecordingRouter({ dedupe: memoryDedupeStore() })
    expect(await router.dispatch(event)).toEqual({ status: 'handled' })
    expect(await router.dispatch(event)).toEqual({ status: 'duplicate' })
    expect(await router.receive(delivery)).toEqual(answer(200, { received: true, duplicate: true }))
    expect(await router.dispatch(event, 'another id')).toEqual({ status: 'handled' })
    expect(notes).toEqual(['fallback meeting.booked', 'fallback meeting.booked'])
  })

  test('is refused if it has only a reference', async () => {
    const { router } = createRecordingRouter()
    const reference = { id: 'mtg_1', object: 'meeting' }
    for (const data of [{ reference }, { object: reference }]) {
      const reduced = router.dispatch({ ...event, data } as WebhookEvent)
      await expect(reduced).rejects.toMatchObject({ code: 'payload_reduced' })
    }
  })

  test('is dispatched if its object was deleted or its person erased', async () => {
    const { router } = createRecordingRouter()
    expect(await router.dispatch({ ...event, data: { object: null } })).toEqual({
      status: 'handled',
    })
    expect(await router.dispatch({ ...event, data: { erased: true } })).toEqual({
      status: 'handled',
    })
    expect(await router.dispatch({ ...unknownEvent, data: null } as never)).toEqual({
      status: 'handled',
    })
  })

  test('makes dispatch reject with the error of its handler, if the handler fails', async () => {
    const { router } = createRecordingRouter()
    const failure = new Error('no database')
    router.on('meeting.booked', () => Promise.reject(failure))
    await expect(router.dispatch(event)).rejects.toBe(failure)
  })
})
