import { getEventListeners } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { memoryStore, type Store } from '@doorkit/store'
import { expect, test } from 'vitest'
import { events } from '../../../src/collections/event.ts'
import { messages } from '../../../src/collections/message.ts'
import { pacedAnswer, pacedBody } from '../../../src/http/pipeline/unsent-answer.ts'
import { manualClock } from '../../../src/index.ts'
import { until } from '../../support/faulty-store.ts'
import { caller, createKit } from '../../support/kit.ts'

/** A store that counts the rows that lists read from a collection. */
function countingStore(collection: string) {
  const store = memoryStore()
  const count = { rows: 0 }
  const counted: Store = {
    ...store,
    async list(query) {
      const found = await store.list(query)
      if (query.in === collection) count.rows += found.length
      return found
    },
  }
  return { store: counted, count }
}

/** A conversation of 300 messages of 20,000 characters: 6 MB. */
async function createLongTranscript() {
  const { store, count } = countingStore(messages.plan.name)
  const kit = await createKit({ store })
  const call = caller(kit)
  const { json } = await call('POST', '/chat/sessions', { body: {} })
  const place = { workspace: kit.workspace.id, conversation: json.conversation as string }
  const text = 'x'.repeat(20_000)
  for (let position = 0; position < 300; position += 1) {
    const columns = { ...place, position, created_at: 0 }
    await store.commit([
      messages.insert(`msg_${position}`, columns, { role: 'user', text, tools: [] }),
    ])
  }
  const headers = { Authorization: `Bearer ${kit.key.secret}` }
  const url = `http://localhost/v1/conversations/${place.conversation}?expand=messages`
  const ask = () => kit.doorkit.fetch(url, { headers })
  return { kit, call, count, ask }
}

/** Waits until nothing runs any more, except what waits for the test. */
async function settle() {
  for (let tick = 0; tick < 200; tick += 1) await new Promise(setImmediate)
}

test('of 24 long transcripts that nobody reads, 16 are started and the others wait', async () => {
  const { call, count, ask } = await createLongTranscript()
  const answers: Response[] = []
  const requests = Array.from({ length: 24 }, () => ask().then((answer) => answers.push(answer)))
  await settle()
  expect([answers.length, count.rows]).toEqual([16, 16 * 20])
  // Short answers wait for none of them.
  expect((await call('GET', '/me')).status).toBe(200)
  for (let index = 0; index < 24; index += 1) {
    await until(() => answers.length > index)
    expect((await answers[index]?.text())?.length).toBeGreaterThan(6_000_000)
  }
  await Promise.all(requests)
})

test('a request for a long transcript that gets no memory for 10 seconds is refused', async () => {
  const { kit, ask } = await createLongTranscript()
  const unread = await Promise.all(Array.from({ length: 16 }, ask))
  const waiting = ask()
  await settle()
  kit.clock.advance(9_999)
  expect(await Promise.race([waiting, settle()])).toBeUndefined()
  kit.clock.advance(1)
  const refused = await waiting
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await refused.json()).toMatchObject({ code: 'rate_limited' })
  await unread[0]?.body?.cancel()
  expect((await ask()).status).toBe(200)
})

test('before a client reads a list of long events, the server loads five of them, and the client gets all', async () => {
  const { store, count } = countingStore(events.plan.name)
  const kit = await createKit({ store })
  const payloads = Array.from({ length: 12 }, (_, at) => ({
    id: `evt_${at}`,
    text: 'x'.repeat(99_999),
  }))
  for (const [at, payload] of payloads.entries()) {
    const columns = { workspace: kit.workspace.id, about: 'c', due_at: null, lease: null }
    const data = {
      type: 'conversation.completed',
      subject: { kind: 'conversation', id: 'c' },
      ...{ conversation: null, error: null, erased: false, deliveries: [] },
      payload: JSON.stringify(payload),
    } as const
    const created_at = kit.clock.now() - at
    await store.commit([events.insert(payload.id, { ...columns, created_at }, data)])
  }
  const headers = { Authorization: `Bearer ${kit.key.secret}` }
  const ask = (query: string) =>
    kit.doorkit.fetch(`http://localhost/v1/events?${query}`, { headers })
  const answer = await ask('limit=11')
  expect(count.rows).toBe(5)
  const page = (await answer.json()) as { data: unknown; has_more: boolean; next_cursor: string }
  expect(page).toMatchObject({ object: 'list', data: payloads.slice(0, 11), has_more: true })
  const rest = await ask(`limit=11&starting_after=${page.next_cursor}`)
  expect(await rest.json()).toEqual({
    ...{ object: 'list', has_more: false, next_cursor: null },
    data: payloads.slice(11),
  })
  const all = await ask('limit=12')
  expect(await all.json()).toMatchObject({ data: payloads, has_more: false, next_cursor: null })
})

/** A text in pieces of 64 KB, how many pieces have been made, and whether the text is not read any more. */
function longText(pieces: number, failAt = Number.POSITIVE_INFINITY) {
  const made = { pieces: 0, isEnded: false }
  async function* text() {
    try {
      for (let at = 0; at < pieces; at++) {
        if (at === failAt) throw new Error('The store failed.')
        made.pieces += 1
        yield String(at % 10).repeat(65_536)
      }
    } finally {
      made.isEnded = true
    }
  }
  return { made, text: text() }
}

async function pace(text: AsyncIterable<string>) {
  const { after, advance } = manualClock(0)
  let timers = 0
  const clock = {
    advance,
    after(ms: number, run: () => void) {
      const cancel = after(ms, run)
      timers += 1
      return () => {
        timers -= 1
        cancel()
      }
    },
  }
  const closing = new AbortController()
  const errors: unknown[] = []
  let ended: Promise<void> | undefined
  const body = await pacedBody(text, {
    clock,
    closing: closing.signal,
    track: (promise) => {
      ended = promise
    },
    onError: (error) => errors.push(error),
  })
  const reader = typeof body === 'string' ? undefined : body.getReader()
  return {
    body,
    reader,
    clock,
    timers: () => timers,
    closing,
    errors,
    ended: () => ended ?? expect.fail(),
  }
}

test('a short text is returned whole, even if it is empty', async () => {
  expect((await pace(longText(0).text)).body).toBe('')
  async function* short() {
    yield '{"a":'
    yield '1}'
  }
  expect((await pace(short())).body).toBe('{"a":1}')
})

test('each piece after the first is made when the client reads it', async () => {
  const { text, made } = longText(9)
  const { reader, ended } = await pace(text)
  expect(made.pieces).toBe(1)
  let length = 0
  for (let pieces = 1; pieces <= 9; pieces++) {
    length += (await reader?.read())?.value?.length ?? 0
    expect(made.pieces).toBe(pieces)
  }
  expect(length).toBe(9 * 65_536)
  expect((await reader?.read())?.done).toBe(true)
  await ended()
  expect(made.isEnded).toBe(true)
})

test('the answer of a client that reads nothing for 30 seconds is broken off, and no more of it is made', async () => {
  const { text, made } = longText(9)
  const { reader, clock, errors, ended } = await pace(text)
  clock.advance(29_999)
  await reader?.read()
  clock.advance(29_999)
  expect((await reader?.read())?.done).toBe(false)
  clock.advance(30_000)
  await expect(reader?.closed).rejects.toThrow('The client stopped reading its answer.')
  await ended()
  expect(made).toEqual({ pieces: 2, isEnded: true })
  expect(errors).toEqual([])
})

test('a text that is complete from the start is sent in pieces of 64 KB', async () => {
  async function* long() {
    yield 'x'.repeat(10 * 65_536 + 1)
  }
  const { reader } = await pace(long())
  const lengths: (number | undefined)[] = []
  for (let next = await reader?.read(); !next?.done; next = await reader?.read()) {
    lengths.push(next?.value.length)
  }
  expect(lengths).toEqual([...Array.from({ length: 10 }, () => 65_536), 1])
})

test('when a client hangs up, no more of its answer is made', async () => {
  const { text, made } = longText(9)
  const { reader, ended } = await pace(text)
  await reader?.read()
  await reader?.cancel()
  await ended()
  expect(made).toEqual({ pieces: 1, isEnded: true })
})

test('an unfinished answer is broken off when the server closes', async () => {
  const { text } = longText(9)
  const { reader, closing, ended } = await pace(text)
  closing.abort(new Error('The server is closing.'))
  await expect(reader?.read()).rejects.toThrow('The server is closing.')
  await ended()
})

test('a failure before the answer begins is thrown, and a later one breaks the answer off', async () => {
  await expect(pace(longText(9, 0).text)).rejects.toThrow('The store failed.')
  const { reader, errors, ended } = await pace(longText(9, 1).text)
  await reader?.read()
  await expect(reader?.read()).rejects.toThrow('The store failed.')
  expect(errors).toEqual([new Error('The store failed.')])
  await ended()
})

/** A list of 40 long contacts, in characters of one, two and four bytes. */
async function createLongList() {
  const kit = await createKit()
  const names = Array.from({ length: 50 }, (_, at) => `a${at}`)
  const attributes = Object.fromEntries(names.map((name) => [name, 'x\u{1f600}é'.repeat(125)]))
  for (let at = 0; at < 40; at++) {
    await caller(kit)('POST', '/contacts', { body: { email: `p${at}@example.com`, attributes } })
    kit.clock.advance(1_000)
  }
  const headers = { Authorization: `Bearer ${kit.key.secret}` }
  const ask = (limit = 100) =>
    kit.doorkit.fetch(`http://localhost/v1/contacts?limit=${limit}`, { headers })
  return { kit, attributes, ask }
}

test('a long list is broken off if its client reads nothing for 30 seconds', async () => {
  const { kit, ask } = await createLongList()
  const unread = await ask()
  const read = await ask()
  kit.clock.advance(29_999)
  expect((await read.text()).length).toBeGreaterThan(1_000_000)
  kit.clock.advance(1)
  await expect(unread.text()).rejects.toThrow('The client stopped reading its answer.')
})

test('a long list has no Content-Length, because it is read while it is sent, and arrives whole', async () => {
  const { attributes, ask } = await createLongList()
  const response = await ask()
  const bytes = await response.arrayBuffer()
  expect(response.headers.get('content-length')).toBe(null)
  const { data } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  expect(data).toHaveLength(40)
  for (const contact of data) expect(contact.attributes).toEqual(attributes)
})

test('a page that is read in one step has a Content-Length only if it is short', async () => {
  const { ask } = await createLongList()
  const short = await ask(1)
  expect(short.headers.get('content-length')).toBe(String((await short.arrayBuffer()).byteLength))
  const long = await ask(25)
  expect(long.headers.get('content-length')).toBe(null)
  expect(await long.json()).toMatchObject({ data: { length: 25 }, has_more: true })
})

test('if a client hangs up, no timer or listener of its answer is left', async () => {
  const { reader, timers, closing, ended } = await pace(longText(9).text)
  await reader?.read()
  expect([timers(), getEventListeners(closing.signal, 'abort').length]).toEqual([1, 1])
  await reader?.cancel()
  await ended()
  expect([timers(), getEventListeners(closing.signal, 'abort').length]).toEqual([0, 0])
})

const pacing = { clock: manualClock(0), closing: new AbortController().signal }

test('an answer of 64 KB or more is paced', async () => {
  const short = { status: 200, headers: {}, body: 'x'.repeat(65_535) }
  expect(await pacedAnswer(short, pacing)).toBe(short)
  const { body, headers } = await pacedAnswer({ ...short, body: 'x'.repeat(65_536) }, pacing)
  expect([body instanceof ReadableStream, headers]).toEqual([true, { 'Content-Length': '65536' }])
})

test('each piece waits until it may be made', async () => {
  const entered: (() => void)[] = []
  const enter = () => new Promise<void>((resolve) => void entered.push(resolve))
  const { made, text } = longText(3)
  const body = await pacedBody(text, { ...pacing, enter })
  if (typeof body === 'string') expect.fail()
  const reader = body.getReader()
  for (let piece = 1; piece <= 3; piece += 1) {
    const read = reader.read()
    await expect.poll(() => entered.length).toBe(piece)
    expect(made.pieces).toBe(Math.max(1, piece - 1))
    entered.at(-1)?.()
    expect((await read).done).toBe(false)
  }
  await reader.cancel()
})

test.each(['', 'x'])(
  'no piece ends within a character (if the text begins with "%s")',
  async (first) => {
    const text = first + '\u{10000}'.repeat(65_536)
    const { body } = await pacedAnswer({ status: 200, headers: {}, body: text }, pacing)
    expect(await new Response(body).text()).toBe(text)
  },
)

test('answers that outlive a garbage collection leave no listener on the signal of the server', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => Promise<void> = runInNewContext('gc')
  const closing = new AbortController()
  const { after } = manualClock(0)
  const readers = await Promise.all(
    [1, 2, 3].map(async () => {
      const { text } = longText(2)
      const body = await pacedBody(text, { clock: { after }, closing: closing.signal })
      return typeof body === 'string' ? expect.fail() : body.getReader()
    }),
  )
  for (const reader of readers) await reader.read()
  await new Promise(setImmediate)
  collectGarbage()
  for (const reader of readers) while (!(await reader.read()).done);
  expect(getEventListeners(closing.signal, 'abort')).toEqual([])
})
