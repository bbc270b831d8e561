import type { ServerResponse } from 'node:http'
import { setImmediate as nextTick } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { SiteEvent } from '../src/index.ts'
import { beginEvents, breakAfter, sendJson, sendVisit } from './support/events.ts'
import { eventually, hastyClock, pageState, serveScript } from './support/site-page.ts'

const message = (id: string, text: string) =>
  `event: message\nid: ${id}\ndata: ${JSON.stringify({ id, role: 'assistant', text })}\n\n`
const status = `event: status\ndata: {"object":"site_status","conversation":"conv_1","status":"open","completed_at":null}\n\n`

/** A site whose event streams the test writes, with one listener for each stream. */
async function serveEvents(...streams: ((response: ServerResponse) => void)[]) {
  const remaining = [...streams]
  const refused = { code: 'insufficient_scope', detail: 'The script is over.' }
  const site = await serveScript((request, response) => {
    if (request.method === 'POST') {
      return sendVisit(
        response,
        `dvt_${site.sent.filter(({ path }) => path === 'POST /visits').length}`,
      )
    }
    const stream = remaining.shift()
    if (stream) stream(response)
    else sendJson(response, 403, refused)
  })
  return site
}

/** Reads all events until the loop fails or ends. */
async function readAll(loop: AsyncIterable<SiteEvent>) {
  const events: string[] = []
  const end = await (async () => {
    for await (const event of loop) {
      if (event.type === 'message') events.push(event.message.text)
      else events.push(event.type === 'status' ? event.status.status : event.type)
    }
  })().catch((error) => error.code)
  return { events, end }
}

describe('the events of a conversation', () => {
  test('arrive in order, and continue after the last message if the connection breaks', async () => {
    const { open, sent } = await serveEvents(
      (response) => breakAfter(response, ['retry: 3000\n\n', status, message('msg_1', 'One')]),
      (response) => void beginEvents(response).end(`: \n\n${status}`),
      (response) => response.destroy(),
      (response) => void beginEvents(response).end(message('msg_2', 'Two')),
    )
    const clock = hastyClock()
    const { events, end } = await readAll(open({ clock }).events.follow({ after: 'msg_0' }))
    expect(events).toEqual(['open', 'One', 'open', 'Two'])
    expect(end).toBe('insufficient_scope')
    expect(sent.slice(1).map(({ lastEventId }) => lastEventId)).toEqual([
      'msg_0',
      'msg_1',
      'msg_1',
      'msg_1',
      'msg_2',
    ])
    // The waits are long, so that the pages do not flood a restarted server.
    expect(clock.waits.every((wait) => wait >= 2_000)).toBe(true)
  })

  test('continue with a new token when the old one has expired', async () => {
    const { open, sent } = await serveEvents(
      (response) => void beginEvents(response).end('event: end\ndata: {"reason":"expired"}\n\n'),
      (response) => sendJson(response, 401, { code: 'invalid_api_key', detail: 'It has ended.' }),
      (response) => void beginEvents(response).end(status),
    )
    const { events } = await readAll(open().events.follow())
    expect(events).toEqual(['open'])
    expect(sent.map(({ path, secret }) => `${path} ${secret}`)).toEqual([
      'POST /visits pk_test_1',
      'GET /events dvt_1',
      'GET /events dvt_1',
      'POST /visits pk_test_1',
      'GET /events dvt_2',
      'GET /events dvt_2',
    ])
  })

  test('are requested again after the time in Retry-After, if there are too many streams', async () => {
    const { open } = await serveEvents((response) => {
      response.setHeader('Retry-After', '41')
      sendJson(response, 429, { code: 'rate_limited', detail: 'Too many.' })
    })
    const clock = hastyClock()
    expect((await readAll(open({ clock }).events.follow())).end).toBe('insufficient_scope')
    expect(clock.waits).toEqual([41_000])
  })

  test('are requested again after at least 15 seconds, if the visitor has too many open pages', async () => {
    const { open } = await serveEvents(
      (response) => void beginEvents(response).end('event: end\ndata: {"reason":"replaced"}\n\n'),
    )
    const clock = hastyClock()
    await readAll(open({ clock }).events.follow())
    expect(clock.waits[0]).toBeGreaterThanOrEqual(15_000)
  })

  test('continue with the first message of the next conversation after an erased one', async () => {
    const { open, sent } = await serveEvents(
      (response) => void beginEvents(response).end('event: end\ndata: {"reason":"erased"}\n\n'),
      (response) => void beginEvents(response).end(message('msg_9', 'Again')),
    )
    const { events } = await readAll(open().events.follow({ after: 'msg_1' }))
    expect(events).toEqual(['erased', 'Again'])
    const streams = sent.filter(({ path }) => path === 'GET /events')
    expect(streams.slice(0, 2).map(({ lastEventId }) => lastEventId)).toEqual(['msg_1', '0'])
  })

  test('end when the signal is aborted, even while nothing arrives, and leave no listener on the page', async () => {
    const { open } = await serveEvents((response) => void beginEvents(response).write(status))
    const { page, listeners } = pageState()
    const ending = new AbortController()
    const { signal } = ending
    const events: SiteEvent[] = []
    const loop = (async () => {
      for await (const event of open({ page }).events.follow({ signal })) events.push(event)
    })()
    await eventually(() => events.length).toBe(1)
    ending.abort()
    await loop
    expect(listeners.size).toBe(0)
  })

  test('pause without a network, and in a page that has been hidden for five minutes', async () => {
    const { open, sent } = await serveEvents(
      (response) => void beginEvents(response).write(status),
      (response) => void beginEvents(response).write(status),
      (response) => void beginEvents(response).end(message('msg_1', 'One')),
    )
    const { page, set } = pageState()
    const timers: { delayMs: number; wake: () => void }[] = []
    const hasty = hastyClock()
    const clock = {
      ...hasty,
      after(delayMs: number, wake: () => void) {
        if (delayMs > 60_000) timers.push({ delayMs, wake })
        return hasty.after(delayMs, wake)
      },
    }
    /** Waits for a pause, and then until a loop that does not pause would have sent a request. */
    const expectPauses = async (count: number) => {
      await eventually(() => hasty.waits.filter((delayMs) => delayMs === 0).length).toBe(count)
      await nextTick()
    }
    const events: SiteEvent[] = []
    const loop = (async () => {
      for await (const event of open({ page, clock }).events.follow()) events.push(event)
    })().catch(() => {})
    await eventually(() => events.length).toBe(1)
    set({ online: false })
    const requests = sent.length
    await expectPauses(1)
    expect(sent).toHaveLength(requests)
    set({ online: true })
    await eventually(() => events.length).toBe(2)
    set({ hidden: true })
    expect(timers.map(({ delayMs }) => delayMs)).toEqual([300_000])
    timers[0]?.wake()
    await expectPauses(2)
    expect(sent).toHaveLength(requests + 1)
    set({ hidden: false })
    await loop
    expect(events.at(-1)).toMatchObject({ message: { text: 'One' } })
  })

  test('are the events of the next visitor after a sign-out', async () => {
    const { open, sent } = await serveEvents(
      (response) => void beginEvents(response).write(status),
      (response) => void beginEvents(response).end(status),
    )
    const site = open()
    const events: SiteEvent[] = []
    const loop = (async () => {
      for await (const event of site.events.follow()) {
        if (events.push(event) === 1) site.visits.forget()
      }
    })().catch(() => {})
    await loop
    expect(events).toHaveLength(2)
    const streams = sent.filter(({ path }) => path === 'GET /events')
    expect(streams.slice(0, 2).map(({ secret }) => secret)).toEqual(['dvt_1', 'dvt_2'])
  })
})
