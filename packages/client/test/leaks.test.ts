import { spawn } from 'node:child_process'
import { getEventListeners, once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { type Client, createClient, type FetchFunction } from '../src/index.ts'
import { nextTick } from './support/next-tick.ts'
import { createTestClock } from './support/test-clock.ts'

const answers: readonly (() => Response | Promise<Response>)[] = [
  () => Response.json({ id: 'ct_1' }),
  () => new Response('{"id":"ct_1"}'),
  () => new Response('<html>', { status: 503 }),
  () => Response.json({ code: 'not_found' }, { status: 404 }),
  () => Promise.reject(new TypeError('fetch failed')),
  () => new Response('no JSON'),
]

test('thousands of calls leave no timer and no listener on their signal, whether they succeed or fail', async () => {
  const clock = createTestClock()
  let sent = 0
  const fetch: FetchFunction = async (url) => {
    if (!url.includes('/contacts?')) return answers[sent++ % answers.length]?.() ?? Response.error()
    const page = Number(new URL(url).searchParams.get('starting_after') ?? 0)
    const next_cursor = page < 4 ? String(page + 1) : null
    return Response.json({ object: 'list', data: [{}], has_more: page < 4, next_cursor })
  }
  const options = { apiKey: 'dk_test_secret', baseUrl: 'https://host/v1', fetch, clock }
  const directClient = createClient(options)
  const queuedClient = createClient({ ...options, maxConcurrent: 4, waitForRateLimit: true })
  const { signal } = new AbortController()
  let calls = 0
  const kinds: readonly ((client: Client) => PromiseLike<unknown>)[] = [
    (client) => client.contacts.get('ct_1', { signal }).safe(),
    (client) => client.contacts.update('ct_1', {}, { signal, idempotencyKey: `k${calls}` }).safe(),
    (client) => client.request({ method: 'GET', path: '/new', signal }).safe(),
    (client) => client.contacts.list({ limit: 1 }, { signal, prefetch: true }).first(),
    (client) => client.contacts.list({ limit: 1 }, { signal }).toArray({ limit: 3 }),
  ]
  while (calls < 3_000) {
    const batch = Array.from({ length: 50 }, () =>
      kinds[calls % kinds.length]?.(calls++ % 2 === 0 ? directClient : queuedClient),
    )
    await Promise.all(batch)
  }
  expect(sent).toBeGreaterThan(1_800)
  expect(getEventListeners(signal, 'abort')).toEqual([])
  await nextTick()
  expect(clock.pending()).toBe(0)
})

test('calls that are aborted or time out leave no timer and no listener on their signal either', async () => {
  const clock = createTestClock()
  const fetch: FetchFunction = (_url, { signal }) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  const client = createClient({
    apiKey: 'dk_test_secret',
    baseUrl: 'https://host/v1',
    fetch,
    clock,
    maxConcurrent: 40,
    maxRetries: 0,
  })
  const shared = new AbortController().signal
  for (let round = 0; round < 10; round++) {
    const lateCalls = Array.from({ length: 100 }, () => client.me.get({ signal: shared }).safe())
    const lateResults = Promise.all(lateCalls)
    await nextTick()
    expect(getEventListeners(shared, 'abort')).toHaveLength(100)
    for (let wave = 0; wave < 3; wave++) {
      clock.expire()
      await nextTick()
    }
    expect((await lateResults).every(({ ok }) => !ok)).toBe(true)
    const controller = new AbortController()
    const { signal } = controller
    const aborted = Promise.all(Array.from({ length: 100 }, () => client.me.get({ signal }).safe()))
    await nextTick()
    controller.abort()
    expect((await aborted).every((result) => !result.ok && result.error.code === 'aborted')).toBe(
      true,
    )
    expect(getEventListeners(signal, 'abort')).toEqual([])
  }
  expect(getEventListeners(shared, 'abort')).toEqual([])
  expect(clock.pending()).toBe(0)
})

test('ten thousand pages grow the heap by less than two megabytes', async () => {
  const program = fileURLToPath(new URL('./leaks/walk-pages.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--conditions=@doorkit/source', program, '10000'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const [code] = await once(child, 'close')
  expect(code).toBe(0)
  const { pages, grownBytes } = JSON.parse(output)
  expect(pages).toBe(10_000)
  expect(grownBytes).toBeLessThan(2 * 1_024 * 1_024)
})

test('a minor garbage collection frees the pages of an unreferenced list', async () => {
  setFlagsFromString('--expose-gc')
  const collect: (options: { type: 'minor' | 'major' }) => void = runInNewContext('gc')
  const data = Array.from({ length: 50 }, () => ({ email: 'x'.repeat(50) }))
  const text = JSON.stringify({ object: 'list', data, has_more: false, next_cursor: null })
  const fetch: FetchFunction = async () => new Response(text)
  const client = createClient({ apiKey: 'dk_test_secret', baseUrl: 'https://host/v1', fetch })
  const measureGrowth = async (listCount: number) => {
    collect({ type: 'major' })
    const heapBefore = process.memoryUsage().heapUsed
    for (let list = 0; list < listCount; list++) {
      for await (const _ of client.contacts.list());
      if (list % 20 === 0) collect({ type: 'minor' })
    }
    collect({ type: 'minor' })
    return process.memoryUsage().heapUsed - heapBefore
  }
  await measureGrowth(100)
  expect(await measureGrowth(600)).toBeLessThan(3_000_000)
})
