import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { AbortedError } from '../../src/index.ts'
import { failureOf } from '../support/failure-of.ts'
import {
  clientOf,
  hang,
  json,
  listOf,
  page,
  type Reply,
  stall,
  startServer,
} from '../support/scripted-server.ts'
import { createTestClock } from '../support/test-clock.ts'
import { tokenOf } from '../support/token-of.ts'
import { watchedFetch } from '../support/watched-fetch.ts'

const reason = new Error('the user left')

describe('a signal ends a call', () => {
  test('before it starts, and nothing is sent', async () => {
    const server = await startServer(json({}))
    const error = await failureOf(clientOf(server).me.get({ signal: AbortSignal.abort(reason) }))
    expect(error).toBeInstanceOf(AbortedError)
    expect(error).toMatchObject({ code: 'aborted', cause: reason, attempts: 0, history: [] })
    expect(server.seen).toEqual([])
  })

  const phases: [string, Reply, 'arrived' | 'answered'][] = [
    ['while it waits for an answer', hang, 'arrived'],
    ['while it reads a body', stall, 'answered'],
  ]
  test.each(phases)('%s', async (_name, reply, phase) => {
    const clock = createTestClock()
    const server = await startServer(reply)
    const controller = new AbortController()
    const { signal } = controller
    const { fetch, answered } = watchedFetch()
    const failure = failureOf(clientOf(server, { clock, fetch }).me.get({ signal }))
    await (phase === 'arrived' ? server.arrived(1) : answered)
    controller.abort(reason)
    const error = await failure
    expect(error).toBeInstanceOf(AbortedError)
    expect(error).toMatchObject({ cause: reason, attempts: 1, operation: 'me.get' })
    expect((error as AbortedError).meta?.status).toBe(phase === 'arrived' ? undefined : 200)
    expect(getEventListeners(signal, 'abort')).toEqual([])
    expect(clock.pending()).toBe(0)
    expect(server.seen).toHaveLength(1)
    // The connection of the call is closed, so that the server can stop its work.
    await server.answered(1)
  })

  test('between two attempts', async () => {
    const controller = new AbortController()
    const server = await startServer(page(503))
    const clock = createTestClock()
    const client = clientOf(server, {
      clock: {
        ...clock,
        setTimeout(callback, delayMs, purpose) {
          if (purpose === 'wait') queueMicrotask(() => controller.abort(reason))
          return clock.setTimeout(callback, delayMs, purpose)
        },
      },
    })
    const error = await failureOf(client.me.get({ signal: controller.signal }))
    expect(error).toBeInstanceOf(AbortedError)
    expect(error).toMatchObject({ cause: reason, attempts: 1 })
    expect(clock.pending()).toBe(0)
    expect(server.seen).toHaveLength(1)
  })

  test('between two pages', async () => {
    const controller = new AbortController()
    const server = await startServer(json(listOf([{ id: 'ct_1' }], 'next')))
    const list = clientOf(server).contacts.list({}, { signal: controller.signal })
    const ids: string[] = []
    const walk = (async () => {
      for await (const { id } of list) {
        ids.push(id)
        controller.abort(reason)
      }
    })()
    expect(await failureOf(walk)).toMatchObject({ code: 'aborted', cause: reason })
    expect(ids).toEqual(['ct_1'])
    expect(server.seen).toHaveLength(1)
  })

  test('between two items of a page, even before the last item of the list', async () => {
    const controller = new AbortController()
    const server = await startServer(json(listOf([{ id: 'ct_1' }, { id: 'ct_2' }])))
    const list = clientOf(server).contacts.list({}, { signal: controller.signal })
    const items = list.items()
    await items.next()
    controller.abort(reason)
    const error = await failureOf(items.next())
    expect(error).toBeInstanceOf(AbortedError)
    expect(error).toMatchObject({ code: 'aborted', cause: reason })
    expect(items.resumeToken).toBe(tokenOf(server, { after: 'ct_1' }))
  })
})

test('an AbortController is refused in place of its signal', async () => {
  const server = await startServer(json({}))
  const signal = new AbortController() as unknown as AbortSignal
  const error = await failureOf(clientOf(server).me.get({ signal }))
  const message = expect.stringContaining('signal must be an AbortSignal')
  expect(error).toMatchObject({ code: 'invalid_option', message })
  expect(server.seen).toEqual([])
})

test('a signal shared by many calls keeps no listeners', async () => {
  const server = await startServer(page(503), json({}))
  const { signal } = new AbortController()
  const client = clientOf(server, { clock: createTestClock() })
  for (let call = 0; call < 50; call++) await client.me.get({ signal })
  expect(server.seen).toHaveLength(51)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
