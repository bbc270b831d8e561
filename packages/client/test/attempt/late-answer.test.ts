import { describe, expect, test } from 'vitest'
import type { Middleware } from '../../src/index.ts'
import { clientOver } from '../support/client-over.ts'
import { failureOf } from '../support/failure-of.ts'
import { nextTick } from '../support/next-tick.ts'

/** An answer, and the reasons with which its body was canceled. */
function openAnswer() {
  const reasons: unknown[] = []
  const body = new ReadableStream({ cancel: (reason) => void reasons.push(reason) })
  return { response: new Response(body), reasons }
}

describe('an answer that arrives after its call was aborted', () => {
  test('is canceled if a middleware delayed it', async () => {
    const { response, reasons } = openAnswer()
    const controller = new AbortController()
    const delay: Middleware = async (request, next) => {
      const answer = await next(request)
      controller.abort()
      return answer
    }
    const client = clientOver(async () => response, { middleware: [delay] })
    const call = client.contacts.get('ct_1', { signal: controller.signal })
    expect(await failureOf(call)).toMatchObject({ code: 'aborted' })
    await nextTick()
    expect(reasons).toMatchObject([{ code: 'aborted' }])
  })

  test('is canceled if the fetch ignored the signal', async () => {
    const { response, reasons } = openAnswer()
    const controller = new AbortController()
    const { signal } = controller
    const fetch = async () => {
      controller.abort()
      await nextTick()
      return response
    }
    const call = clientOver(fetch).contacts.get('ct_1', { signal })
    expect(await failureOf(call)).toMatchObject({ code: 'aborted' })
    await nextTick()
    await nextTick()
    expect(reasons).toMatchObject([{ code: 'aborted' }])
  })
})
