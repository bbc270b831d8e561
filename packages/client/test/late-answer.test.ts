import { describe, expect, test } from 'vitest'
import type { Middleware } from '../src/index.ts'
import { clientOver } from './client-over.ts'
import { failureOf } from './failure-of.ts'
import { nextTurn } from './next-turn.ts'

/** An answer whose connection a test can see being given back. */
function openAnswer() {
  const reasons: unknown[] = []
  const body = new ReadableStream({ cancel: (reason) => void reasons.push(reason) })
  return { response: new Response(body), reasons }
}

describe('an answer that comes after its call was given up', () => {
  test('is let go where a middleware held it back', async () => {
    const { response, reasons } = openAnswer()
    const controller = new AbortController()
    const hold: Middleware = async (request, next) => {
      const answer = await next(request)
      controller.abort()
      return answer
    }
    const client = clientOver(async () => response, { middleware: [hold] })
    const failed = client.contacts.get('ct_1', { signal: controller.signal })
    expect(await failureOf(failed)).toMatchObject({ code: 'aborted' })
    await nextTurn()
    expect(reasons).toMatchObject([{ code: 'aborted' }])
  })

  test('is let go where the fetch ignored the signal', async () => {
    const { response, reasons } = openAnswer()
    const controller = new AbortController()
    const { signal } = controller
    const fetch = async () => {
      controller.abort()
      await nextTurn()
      return response
    }
    const failed = clientOver(fetch).contacts.get('ct_1', { signal })
    expect(await failureOf(failed)).toMatchObject({ code: 'aborted' })
    await nextTurn()
    await nextTurn()
    expect(reasons).toMatchObject([{ code: 'aborted' }])
  })
})
