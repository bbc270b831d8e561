import { expect, test } from 'vitest'
import { agentOf, textChunks, waitingAgent } from '../support/agents.ts'
import { caller, passTime } from '../support/kit.ts'
import { createSiteKit, openPage } from '../support/site.ts'
import { describeOverStores } from '../support/stores.ts'

const echo = agentOf((turn) => textChunks(`You said: ${turn.messages.at(-1)?.text}`))

describeOverStores('a visitor who chats', (openStore) => {
  test('finds the conversation again after a reload, and in the next visit', async () => {
    const kit = await createSiteKit({ store: openStore(), agent: echo })
    const page = openPage(kit)
    const first = await page.visit()
    expect([first.status, first.json.conversation]).toEqual([
      201,
      {
        object: 'site_conversation',
        id: null,
        status: 'open',
        team: { state: 'agent', since: null, person: null },
        answering: false,
        messages: [],
      },
    ])
    expect(await page.say('Hello')).toMatchObject({ status: 200, text: 'You said: Hello' })
    await page.say('Bye')
    const texts = ['Hello', 'You said: Hello', 'Bye', 'You said: Bye']
    const now = await page.json('GET', '/conversation')
    expect(now.json.messages.map(({ text }: { text: string }) => text)).toEqual(texts)
    expect(now.json.id).toMatch(/^conv_/)
    const reloaded = await page.visit()
    expect(reloaded.json.id).toBe(first.json.id)
    expect(reloaded.json.conversation).toEqual(now.json)
    kit.clock.advance(31 * 60_000)
    const next = await page.visit()
    expect(next.json.id).not.toBe(first.json.id)
    expect(next.json.conversation).toEqual(now.json)
  })

  test('sends a message many times at the same time, and it is stored once', async () => {
    const kit = await createSiteKit({ store: openStore(), agent: echo })
    const page = openPage(kit)
    await page.visit()
    const send = (stream: boolean) =>
      page.json('POST', '/messages', { id: 'first', text: 'Hello', stream })
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(true)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    const inUse = answers.filter(({ text }) => text.includes('idempotency_key_in_use'))
    for (const { json } of inUse) expect(json.param).toBe('id')
    const again = await page.say('Hello', 'first')
    expect(again.text).toBe('You said: Hello')
    const [question, answer] = (await page.json('GET', '/conversation')).json.messages
    const streams = [...answers.filter(({ status }) => status === 200), await send(true)]
    for (const { text } of streams) {
      const start = {
        type: 'start',
        messageId: answer.id,
        messageMetadata: { question: question.id },
      }
      expect(text).toContain(JSON.stringify(start))
    }
    const reused = [422, 'idempotency_key_reused', 'id']
    for (const stream of [true, false]) {
      const body = { id: 'first', text: 'Hello again', stream }
      const { status, json } = await page.json('POST', '/messages', body)
      expect([status, json.code, json.param]).toEqual(reused)
    }
    expect((await page.json('GET', '/conversation')).json.messages).toHaveLength(2)
    const other = await page.json('POST', '/messages', { id: 'json', text: 'Hi', stream: false })
    const replay = await page.json('POST', '/messages', { id: 'json', text: 'Hi', stream: false })
    expect(other.json).toMatchObject({ object: 'chat_reply', message: { text: 'You said: Hi' } })
    expect(replay.text).toBe(other.text)
    const changed = await page.json('POST', '/messages', { id: 'json', text: 'Ho', stream: false })
    expect([changed.status, changed.json.code, changed.json.param]).toEqual(reused)
    expect((await page.json('GET', '/conversation')).json.messages).toHaveLength(4)
  })

  test('sends a message, which is stored before the agent is asked, and stays stored if the agent fails', async () => {
    const seen: unknown[] = []
    const kit = await createSiteKit({
      store: openStore(),
      agent: agentOf(async function* () {
        seen.push((await page.json('GET', '/conversation')).json)
        yield* []
        throw new Error('No model.')
      }),
    })
    const page = openPage(kit)
    await page.visit()
    const { status } = await page.json('POST', '/messages', { id: 'a', text: 'Hello' })
    expect(status).toBe(502)
    const spokenOnce = { messages: [{ role: 'user', text: 'Hello' }] }
    expect(seen).toMatchObject([{ ...spokenOnce, answering: true }])
    const after = await page.json('GET', '/conversation')
    expect(after.json).toMatchObject({ ...spokenOnce, answering: false })
  })

  test('keeps the text of a stopped answer', async () => {
    const { agent, started } = waitingAgent()
    const kit = await createSiteKit({ store: openStore(), agent })
    const page = openPage(kit)
    await page.visit()
    expect((await page.json('POST', '/messages/stop')).json).toMatchObject({ stopped: false })
    const saying = page.say('Hello')
    await started()
    const stop = await page.json('POST', '/messages/stop')
    expect(stop.json).toEqual({ object: 'answer_stop', stopped: true })
    expect(await saying).toMatchObject({ status: 200, text: 'One moment.' })
    const { json } = await page.json('GET', '/conversation')
    expect(json.answering).toBe(false)
    expect(json.messages).toMatchObject([{ text: 'Hello' }, { text: 'One moment.' }])
  })

  test('is answered one message at a time', async () => {
    const { agent, started, release } = waitingAgent()
    const kit = await createSiteKit({ store: openStore(), agent })
    const page = openPage(kit)
    await page.visit()
    const saying = page.say('Hello')
    await started()
    const second = await passTime(kit, page.say('And?', 'second'))
    expect(second).toMatchObject({ status: 409, json: { code: 'conflict' } })
    release()
    expect((await saying).text).toBe('One moment. Done.')
    const again = page.say('And?', 'second')
    await started()
    release()
    expect(await again).toMatchObject({ status: 200, text: 'One moment. Done.' })
  })

  test('is refused while the agent is switched off, and sees that the agent is off', async () => {
    const kit = await createSiteKit({ store: openStore(), agent: echo })
    await kit.doorkit.workspaces.update(kit.workspace.id, { agent: { live: false } })
    const page = openPage(kit)
    const { json } = await page.visit()
    expect(json.agent).toMatchObject({ live: false })
    expect(await page.say('Hello')).toMatchObject({ status: 409, json: { code: 'conflict' } })
  })

  test('can send 20 messages a minute, which do not count against another visitor', async () => {
    const kit = await createSiteKit({ store: openStore(), agent: echo })
    const [flooder, other] = [openPage(kit), openPage(kit)]
    await flooder.visit()
    await other.visit()
    for (let sent = 0; sent < 20; sent += 1) {
      expect((await flooder.say('Hello')).status).toBe(200)
    }
    const refused = await flooder.json('POST', '/messages', { id: 'x', text: 'Hello' })
    expect([refused.status, refused.json.code]).toEqual([429, 'rate_limited'])
    expect(refused.headers.get('retry-after')).toBe('60')
    expect((await flooder.json('GET', '/conversation')).status).toBe(200)
    expect((await other.say('Hello')).status).toBe(200)
  })
})

test('a conversation of the website can be read through the workspace API, like any other', async () => {
  const kit = await createSiteKit({ agent: echo })
  const page = openPage(kit)
  await page.visit({ page_url: 'https://acme.example/prices?utm_source=news&dw_email=a%40b.de' })
  await page.say('Hello')
  const { json } = await caller(kit)('GET', '/conversations?expand=messages')
  expect(json.data).toMatchObject([
    {
      channel: 'website',
      page_url: 'https://acme.example/prices?utm_source=news',
      message_count: 2,
      visitor: { source: 'news', utm: { utm_source: 'news' }, device: null },
      test: false,
    },
  ])
})

test('if the page URL is of another site, the home page is stored, and the source in the URL is ignored', async () => {
  const kit = await createSiteKit({ agent: echo })
  const page = openPage(kit)
  await page.visit({ page_url: 'https://evil.example/prices?utm_source=news' })
  await page.say('Hello')
  const call = caller(kit)
  const { json } = await call('GET', '/conversations')
  expect(json.data).toMatchObject([
    { page_url: 'https://acme.example/', page_path: '/', visitor: { source: 'direct', utm: {} } },
  ])
})
