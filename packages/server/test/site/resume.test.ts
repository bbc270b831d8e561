import { expect, test } from 'vitest'
import { agentOf, waitingAgent } from '../support/agents.ts'
import { until } from '../support/faulty-store.ts'
import { createSiteKit, openPage, sentEvents, takeEvents } from '../support/site.ts'
import { describeOverStores } from '../support/stores.ts'

type Page = ReturnType<typeof openPage>

const message = { id: 'm1', text: 'Hello' }

const resume = (page: Page, id?: string) =>
  page.call('GET', '/messages/stream', undefined, {
    headers: id === undefined ? {} : { 'Last-Event-ID': id },
  })

const textOf = (events: readonly { data?: string }[]) =>
  events.map(({ data = '' }) => (data === '[DONE]' ? '' : (JSON.parse(data).delta ?? ''))).join('')

const typesOf = (events: readonly { data?: string }[]) =>
  events.map(({ data = '' }) => (data === '[DONE]' ? 'done' : JSON.parse(data).type))

const readAll = (response: Response) => takeEvents(sentEvents(response), 1_000)

describeOverStores('an answer whose stream broke off', (openStore) => {
  async function breakOff() {
    const { agent, started, release } = waitingAgent()
    const kit = await createSiteKit({ store: openStore(), agent })
    const page = openPage(kit)
    await page.visit()
    const sent = await page.call('POST', '/messages', message)
    const events = sentEvents(sent.response)
    const received = await takeEvents(events, 4)
    await started()
    await events.return(undefined)
    return { kit, page, received, release }
  }

  test('is resumed after the chunk that the page names, and continues to its end', async () => {
    const { page, received, release } = await breakOff()
    const answer = received[0]?.id?.split('.')[0]
    expect(received.map(({ id }) => id)).toEqual(
      [1, 2, 3, 4].map((number) => `${answer}.${number}`),
    )
    const { response, status } = await resume(page, received[2]?.id)
    expect(status).toBe(200)
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
    const events = sentEvents(response)
    const [first] = await takeEvents(events, 1)
    expect(first).toEqual(received[3])
    release()
    const rest = await takeEvents(events, 100)
    expect(typesOf(rest)).toEqual(['text-delta', 'text-end', 'finish-step', 'finish', 'done'])
    expect(rest.map(({ id }) => id)).toEqual([
      ...[5, 6, 7, 8].map((number) => `${answer}.${number}`),
      undefined,
    ])
    const { json } = await page.json('GET', '/conversation')
    expect(json.messages[1]).toMatchObject({ id: answer, text: 'One moment. Done.' })
    expect(JSON.parse(received[0]?.data ?? '').messageMetadata).toEqual({
      question: json.messages[0].id,
    })
  })

  test('is resumed from its first chunk for a page that names none, even for several pages at the same time', async () => {
    const { page, received, release } = await breakOff()
    const streams = await Promise.all([resume(page), resume(page)])
    release()
    for (const { response } of streams) {
      const events = await readAll(response)
      expect(events.slice(0, 4)).toEqual(received)
      expect(textOf(events)).toBe('One moment. Done.')
    }
  })

  test('can be read by four simultaneous streams of one visitor, and by another after one ends', async () => {
    const { page } = await breakOff()
    const open = await Promise.all([1, 2, 3, 4].map(() => resume(page)))
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const refused = await page.json('GET', '/messages/stream')
    expect([refused.status, refused.json.code]).toEqual([429, 'rate_limited'])
    await open[0]?.response.body?.cancel()
    expect((await resume(page)).status).toBe(200)
  })

  test('can be resumed for a minute after its end, but only with the id of a chunk', async () => {
    const { kit, page, received, release } = await breakOff()
    release()
    await until(async () => !(await page.json('GET', '/conversation')).json.answering)
    expect((await resume(page)).status).toBe(204)
    const rest = await resume(page, received[3]?.id)
    expect(textOf(await readAll(rest.response))).toBe(' Done.')
    kit.clock.advance(60_000)
    const late = await resume(page, received[3]?.id)
    expect([late.status, await late.response.text()]).toEqual([204, ''])
  })

  test('is not found by an invented id or by another visitor', async () => {
    const { kit, page, received, release } = await breakOff()
    const stranger = openPage(kit)
    await stranger.visit()
    expect((await resume(stranger)).status).toBe(204)
    expect((await resume(stranger, received[0]?.id)).status).toBe(204)
    const saying = stranger.say('Hi')
    await until(async () => (await stranger.json('GET', '/conversation')).json.answering)
    expect((await resume(stranger, received[0]?.id)).status).toBe(204)
    for (const id of [
      '',
      'x',
      'msg_0.1',
      `${received[0]?.id}.1`,
      received[0]?.id?.replace('msg_', 'm_'),
    ]) {
      expect((await resume(page, id)).status, id).toBe(204)
    }
    release()
    expect((await saying).text).toBe('One moment. Done.')
  })

  test('ends with the text so far if the visitor stops it', async () => {
    const { page, received } = await breakOff()
    const { response } = await resume(page, received[3]?.id)
    await page.json('POST', '/messages/stop')
    expect(typesOf(await readAll(response))).toEqual(['text-end', 'finish-step', 'finish', 'done'])
  })

  test('cannot be resumed after it exceeds the size limit, but is in the conversation', async () => {
    const kit = await createSiteKit({
      store: openStore(),
      agent: agentOf(function* () {
        yield { type: 'data-map', data: 'x'.repeat(1_048_576) }
        yield { type: 'text-delta', id: 'a', delta: 'There.' }
      }),
    })
    const page = openPage(kit)
    await page.visit()
    const answered = await readAll((await page.call('POST', '/messages', message)).response)
    expect(textOf(answered)).toBe('There.')
    expect((await resume(page, answered[0]?.id)).status).toBe(204)
    expect((await page.json('GET', '/conversation')).json.messages).toHaveLength(2)
  })
})

describeOverStores('an answer that another process makes', (openStore) => {
  async function setUp() {
    const store = openStore()
    const { agent, started, release } = waitingAgent()
    const maker = await createSiteKit({ store, agent })
    const page = openPage(maker)
    await page.visit()
    const other = await createSiteKit({ store, agent })
    const there = openPage({ send: other.send, siteKey: maker.siteKey })
    Object.assign(there.kept, page.kept)
    const sent = await page.call('POST', '/messages', message)
    const events = sentEvents(sent.response)
    const received = await takeEvents(events, 4)
    await started()
    await events.return(undefined)
    /** Moves the clocks of the servers until the work is done. */
    const whileTimePasses = async <T>(work: Promise<T>, kits = [maker, other]) => {
      let isOver = false
      void work.finally(() => {
        isOver = true
      })
      await until(async () => {
        if (!isOver) for (const { clock } of kits) clock.advance(500)
        await maker.doorkit.ping()
        return isOver
      })
      return work
    }
    return { maker, other, page, there, received, release, whileTimePasses }
  }

  test('is resumed from the chunks that the process stores every second', async () => {
    const { there, received, release, whileTimePasses } = await setUp()
    const { response, status } = await whileTimePasses(resume(there, received[1]?.id))
    expect(status).toBe(200)
    const events = sentEvents(response)
    expect(await whileTimePasses(takeEvents(events, 2))).toEqual(received.slice(2))
    release()
    const rest = await whileTimePasses(takeEvents(events, 100))
    expect(textOf(rest)).toBe(' Done.')
    expect(typesOf(rest).at(-1)).toBe('done')
    const again = await whileTimePasses(resume(there, received[3]?.id))
    expect(textOf(await whileTimePasses(readAll(again.response)))).toBe(' Done.')
    const { json } = await there.json('GET', '/conversation')
    expect(json).toMatchObject({ answering: false, messages: [{}, { text: 'One moment. Done.' }] })
  })

  test('cannot be resumed after it exceeds the size limit, and continues to its end', async () => {
    const store = openStore()
    let go = () => {}
    const waiting = new Promise<void>((resolve) => {
      go = resolve
    })
    const agent = agentOf(async function* () {
      yield { type: 'data-map', data: 'x'.repeat(1_048_576) }
      await waiting
      yield { type: 'text-delta', id: 'a', delta: 'There.' }
    })
    const [maker, other] = [
      await createSiteKit({ store, agent }),
      await createSiteKit({ store, agent }),
    ]
    const page = openPage(maker)
    await page.visit()
    const there = openPage({ send: other.send, siteKey: maker.siteKey })
    Object.assign(there.kept, page.kept)
    const sent = await page.call('POST', '/messages', message)
    const events = sentEvents(sent.response)
    const [first] = await takeEvents(events, 1)
    await until(async () => (await store.list(chunkQuery)).length > 0)
    await expect(readAll((await resume(there, first?.id)).response)).rejects.toThrow()
    go()
    expect(textOf(await takeEvents(events, 100))).toBe('There.')
    expect((await page.json('GET', '/conversation')).json.messages).toHaveLength(2)
  })

  test('ends with an error after that process died, and the conversation continues', async () => {
    const { maker, other, there, received, whileTimePasses } = await setUp()
    maker.clock.advance(1_000)
    await until(async () => {
      await maker.doorkit.ping()
      return (await maker.store.list(chunkQuery)).length > 0
    })
    // The clock of the first process stands still from here on, so that process does nothing.
    const { response } = await whileTimePasses(resume(there, received[3]?.id), [other])
    const rest = await whileTimePasses(readAll(response), [other])
    expect(typesOf(rest)).toEqual(['error', 'done'])
    const now = await there.json('GET', '/conversation')
    expect(now.json).toMatchObject({ answering: false, messages: [{ text: 'Hello' }] })
    const next = await there.call('POST', '/messages', { id: 'm2', text: 'Still there?' })
    expect(next.status).toBe(200)
    expect(textOf(await takeEvents(sentEvents(next.response), 4))).toBe('One moment.')
  })

  test('has no further text stored after its visitor was erased', async () => {
    const { maker, there, release, whileTimePasses } = await setUp()
    maker.clock.advance(1_000)
    const rows = () => maker.store.list(chunkQuery)
    await until(async () => {
      await maker.doorkit.ping()
      return (await rows()).length > 0
    })
    const { json } = await there.json('GET', '/conversation')
    await maker.doorkit.record(maker.workspace.id).conversations.captureLead(json.id, {
      email: 'ada@example.com',
    })
    const erased = await maker.doorkit.fetch('http://localhost/v1/privacy/erasures', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${maker.key.secret}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ email: 'ada@example.com' }),
    })
    expect(erased.status).toBe(201)
    expect(await rows()).toEqual([])
    release()
    maker.clock.advance(2_000)
    await whileTimePasses(maker.doorkit.ping())
    await until(async () => (await rows()).length > 0)
    expect(JSON.stringify(await rows())).not.toMatch(/One moment|Done/)
  })
})

const chunkQuery = {
  in: 'answer_chunks',
  index: 'answer_chunks_created',
  where: [],
  dir: 'asc',
  limit: 100,
} as const
