import { Hono, type MiddlewareHandler } from 'hono'
import { describe, expect, test } from 'vitest'
import { toHono } from '../src/hono.ts'
import {
  answerOf,
  createRecordingRouter,
  deliveryRequest,
  describeReceiver,
  event,
} from './receiver-suite.ts'

describeReceiver('Hono', (router, options) => {
  const app = new Hono().post('/webhooks', toHono(router, options))
  return { send: async (request) => app.request('/webhooks', request), stop: async () => {} }
})

async function answerBehind(middleware: MiddlewareHandler) {
  const { router, notes } = createRecordingRouter()
  const app = new Hono().use(middleware).post('/webhooks', toHono(router))
  const answer = await answerOf(await app.request('/webhooks', deliveryRequest()))
  return { answer, notes }
}

describe('behind a middleware of Hono', () => {
  test.each([
    ['the bytes', (context) => context.req.arrayBuffer()],
    ['the text', (context) => context.req.text()],
    ['JSON, of which Hono keeps the text', (context) => context.req.json()],
  ] satisfies [string, (context: Parameters<MiddlewareHandler>[0]) => unknown][])(
    'that reads %s, a delivery is received',
    async (_what, read) => {
      const { answer, notes } = await answerBehind(async (context, next) => {
        await read(context)
        await next()
      })
      expect(answer).toEqual([200])
      expect(notes).toEqual([event.id])
    },
  )

  test.each([
    ['a Blob', (context) => context.req.blob()],
    ['the request itself', (context) => context.req.raw.json()],
  ] satisfies [string, (context: Parameters<MiddlewareHandler>[0]) => unknown][])(
    'that reads %s, a delivery is refused with parsed_body',
    async (_what, read) => {
      const { answer, notes } = await answerBehind(async (context, next) => {
        await read(context)
        await next()
      })
      expect(answer).toEqual([500, 'parsed_body'])
      expect(notes).toEqual(['parsed_body'])
    },
  )
})
