import { signVisitor } from '@doorkit/server'
import { describe, expect, test } from 'vitest'
import { acme } from '../../server/test/support/site.ts'
import { SiteError, type TokenStorage } from '../src/index.ts'
import { eventually, hastyClock, memoryStorage, pageState, serveSite } from './support/site-page.ts'

const minute = 60_000

describe('a visit', () => {
  test('sends the address of the page and the referrer, and returns the agent and the identity', async () => {
    const { open, sent } = await serveSite()
    const { page, set } = pageState(`${acme}/prices?utm_source=news`)
    set({ referrer: 'https://search.example/' })
    const visit = await open({ page }).visits.begin()
    expect(visit).toMatchObject({ object: 'visit', agent: { live: true }, identity: null })
    expect(sent[0]?.body).toEqual({
      page_url: `${acme}/prices?utm_source=news`,
      referrer: 'https://search.example/',
    })
  })

  test('continues in a page with the same storage; with another storage, another visit begins', async () => {
    const { open } = await serveSite()
    const storage = memoryStorage()
    const first = await open({ storage }).visits.begin()
    const reloaded = await open({ storage }).visits.begin()
    expect(reloaded.id).toBe(first.id)
    expect((await open().visits.begin()).id).not.toBe(first.id)
  })

  test('is started once, even if many calls need its token at the same time', async () => {
    const { open, sent } = await serveSite()
    const site = open()
    await Promise.all([
      site.conversation.get(),
      site.visits.see({ seen: 'chat' }),
      site.visits.openPage({ page_url: `${acme}/about` }),
    ])
    expect(sent.filter(({ path }) => path === 'POST /visits')).toHaveLength(1)
  })

  test('is renewed once after 15 minutes, before its token expires, and stays the same visit', async () => {
    const { open, sent, clock: serverClock } = await serveSite()
    const clock = hastyClock()
    const site = open({ clock })
    const { id } = await site.visits.begin()
    clock.ms += 16 * minute
    serverClock.advance(16 * minute)
    await Promise.all([site.conversation.get(), site.conversation.get()])
    const visitRequests = sent.filter(({ path }) => path === 'POST /visits')
    expect(visitRequests).toHaveLength(2)
    expect((await site.visits.begin()).id).toBe(id)
  })

  test('with an expired token is started again, once for all refused calls', async () => {
    const { open, sent, clock: serverClock } = await serveSite()
    const site = open()
    const { id } = await site.visits.begin()
    // The clock of the browser has not moved, so the page cannot know that the token has expired.
    serverClock.advance(31 * minute)
    await Promise.all([site.conversation.get(), site.conversation.get()])
    expect(sent.map(({ path }) => path).filter((path) => path === 'POST /visits')).toHaveLength(2)
    expect((await site.visits.begin()).id).not.toBe(id)
  })

  test('is shared by the tabs of a browser, even after the visitor signs in or out in one of them', async () => {
    const { open, doorkit, workspace, sent } = await serveSite()
    const storage = memoryStorage()
    const [one, other] = [open({ storage }), open({ storage })]
    await one.visits.begin()
    const secret = await doorkit.siteKeys.identitySecret({ workspace: workspace.id })
    const person = { secret, workspace: workspace.id, email: 'ada@example.com' }
    const identity = signVisitor({ ...person, now: Date.UTC(2026, 9, 12, 9, 30) })
    const { visit_token } = await one.visits.identify(identity)
    await other.conversation.get()
    expect(sent.at(-1)?.secret).toBe(visit_token)
    other.visits.forget()
    expect(storage.items.size).toBe(0)
    expect((await one.visits.begin()).identity).toBeNull()
  })

  test('works if storage is forbidden, and if it is full', async () => {
    const { open, sent } = await serveSite()
    const refuse = (): never => {
      throw new DOMException('Forbidden.', 'SecurityError')
    }
    const forbidden: TokenStorage = { getItem: refuse, setItem: refuse, removeItem: refuse }
    const full: TokenStorage = { ...memoryStorage(), setItem: refuse }
    for (const storage of [forbidden, full]) {
      const site = open({ storage })
      const { visit_token } = await site.visits.begin()
      await site.conversation.get()
      expect(sent.at(-1)).toMatchObject({ path: 'GET /conversation', secret: visit_token })
    }
  })

  test('that is forgotten is removed even from a full storage, so the next page does not continue it', async () => {
    const { open } = await serveSite()
    const storage = memoryStorage()
    const { id } = await open({ storage }).visits.begin()
    let isFull = false
    const site = open({
      storage: {
        ...storage,
        setItem(name, text) {
          if (isFull) throw new DOMException('Full.', 'QuotaExceededError')
          storage.setItem(name, text)
        },
      },
    })
    isFull = true
    await site.visits.begin()
    site.visits.forget()
    expect(storage.items.size).toBe(0)
    expect((await open({ storage }).visits.begin()).id).not.toBe(id)
  })

  test('of a visitor who refuses tracking leaves nothing in the storage, even when it begins again', async () => {
    const { open, sent, clock: serverClock } = await serveSite()
    const storage = memoryStorage()
    await open({ storage }).visits.begin()
    const site = open({ storage })
    const visit = await site.visits.begin({ do_not_track: true })
    expect([visit.visitor_token, storage.items.size]).toEqual([null, 0])
    serverClock.advance(31 * minute)
    await site.conversation.get()
    expect(storage.items.size).toBe(0)
    const visitRequests = sent.filter(({ path }) => path === 'POST /visits').slice(1)
    expect(visitRequests.map(({ body }) => [body?.do_not_track, body?.visitor_token])).toEqual([
      [true, undefined],
      [true, undefined],
    ])
  })

  test('begins even if the storage contains something other than tokens', async () => {
    const { open, siteKey } = await serveSite()
    for (const text of ['{', '7', '{"visit":1}', 'null']) {
      const storage = memoryStorage()
      storage.setItem(`doorkit.${siteKey}`, text)
      expect(await open({ storage }).visits.begin()).toMatchObject({ object: 'visit' })
    }
  })
})

describe('a call that fails', () => {
  test('has the code and status of the server, the name of the invalid input, and the request id', async () => {
    const { open } = await serveSite()
    const failure = open().visits.see({ variant: 'var_unknown' })
    await expect(failure).rejects.toThrow(SiteError)
    await expect(failure).rejects.toMatchObject({
      name: 'SiteError',
      code: 'unprocessable',
      status: 422,
      param: 'variant',
      requestId: expect.stringMatching(/^req_/),
    })
  })

  test('says how long to wait after too many requests', async () => {
    const { open } = await serveSite()
    const site = open()
    await site.visits.begin()
    const calls = Array.from({ length: 121 }, () => site.conversation.get())
    const [failed] = (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected')
    expect(failed).toMatchObject({ reason: { code: 'rate_limited', retryAfterMs: 60_000 } })
  })

  test('is sent at most four times in all if there is no answer', async () => {
    const { open, send } = await serveSite()
    let attempts = 0
    const clock = hastyClock()
    const breaking = (times: number) =>
      open({
        clock,
        fetch: (url, init) => {
          attempts += 1
          return attempts <= times
            ? Promise.reject(new TypeError('Failed to fetch'))
            : send(url, init)
        },
      })
    expect(await breaking(3).visits.begin()).toMatchObject({ object: 'visit' })
    expect(clock.waits).toHaveLength(3)
    expect(clock.waits.every((wait, at) => wait >= 250 * 2 ** at && wait <= 500 * 2 ** at)).toBe(
      true,
    )
    attempts = 0
    await expect(breaking(4).visits.begin()).rejects.toMatchObject({ code: 'connection_failed' })
  })

  test('waits for the network if the browser says that there is none', async () => {
    const { open, send } = await serveSite()
    const { page, set, listeners } = pageState()
    set({ online: false })
    let isFirst = true
    const site = open({
      page,
      fetch: (url, init) => {
        if (!isFirst) return send(url, init)
        isFirst = false
        return Promise.reject(new TypeError('Failed to fetch'))
      },
    })
    const visit = site.visits.begin()
    await eventually(() => listeners.size).toBe(1)
    set({ online: true })
    expect(await visit).toMatchObject({ object: 'visit' })
    expect(listeners.size).toBe(0)
  })

  test('reports an answer that is not from the site API', async () => {
    const { open } = await serveSite()
    const fetch = async () => new Response('<h1>Not found</h1>', { status: 404 })
    const failure = open({ fetch }).visits.begin()
    await expect(failure).rejects.toMatchObject({ code: 'response_unexpected', status: 404 })
  })
})
