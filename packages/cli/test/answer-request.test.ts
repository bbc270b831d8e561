import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { api } from '@doorkit/models'
import { type Clock, createDoorkit, type Doorkit, manualClock } from '@doorkit/server'
import { sqliteStore } from '@doorkit/store-sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { createRequestListener } from '../src/serve/answer-request.ts'
import { storeFolder } from './support/folder.ts'

const { path } = storeFolder()

/** Serves a kit until the test ends, and returns the port. */
async function serveKit(doorkit: Doorkit, clock?: Clock): Promise<number> {
  const server = createServer(
    createRequestListener(
      doorkit,
      doorkit.console({ authorize: () => null }),
      () => 'ready',
      clock,
    ),
  ).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Serves a kit, and returns the function that requests the health of its server. */
async function serveHealth(doorkit: Doorkit) {
  const port = await serveKit(doorkit)
  return async (name: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/health/${name}`)
    return { status: response.status, body: await response.json() }
  }
}

test('a server whose store does not answer is live but not ready', async () => {
  const doorkit = createDoorkit({ store: sqliteStore({ file: path('ready.db') }) })
  const readHealth = await serveHealth(doorkit)
  expect(await readHealth('ready')).toEqual({ status: 200, body: { status: 'ready' } })
  await doorkit.close()
  expect(await readHealth('ready')).toEqual({ status: 503, body: { status: 'unavailable' } })
  expect(await readHealth('live')).toEqual({ status: 200, body: { status: 'live' } })
})

test('a server whose database is full is not ready until there is room', async () => {
  const db = new DatabaseSync(path('full.db'))
  const doorkit = createDoorkit({ store: sqliteStore({ db }) })
  const readHealth = await serveHealth(doorkit)
  expect(await readHealth('ready')).toMatchObject({ status: 200 })
  // The readiness check wrote rows and removed them, which left free pages. `vacuum` removes these pages.
  db.exec('vacuum; pragma max_page_count = 1')
  expect(await readHealth('ready')).toEqual({ status: 503, body: { status: 'unavailable' } })
  expect(await readHealth('live')).toMatchObject({ status: 200 })
  db.exec('pragma max_page_count = 1073741823')
  expect(await readHealth('ready')).toEqual({ status: 200, body: { status: 'ready' } })
  await doorkit.close()
  db.close()
})

test('a server whose database file was deleted answers 503, and its log says what to do', async () => {
  const file = path('deleted.db')
  const errors: unknown[] = []
  const none = () => {}
  const error = (fields: object) => void errors.push('error' in fields && fields.error)
  const logger = { debug: none, info: none, warn: none, error }
  const doorkit = createDoorkit({ store: sqliteStore({ file }), logger })
  const readHealth = await serveHealth(doorkit)
  const workspace = await doorkit.workspaces.create({ name: 'A', website: 'https://a.example' })
  const keyOptions = { workspace: workspace.id, name: 'A' }
  const { secret } = await doorkit.keys.create({ ...keyOptions, access: 'full_access' })
  for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`)
  const request = new Request('http://localhost/v1/contacts', {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com' }),
  })
  expect((await doorkit.fetch(request)).status).toBe(503)
  expect(errors).toMatchObject([
    {
      code: 'unavailable',
      message: expect.stringContaining('put the file or a backup at this path'),
    },
  ])
  expect(await readHealth('ready')).toEqual({ status: 503, body: { status: 'unavailable' } })
  await doorkit.close()
  expect(existsSync(file)).toBe(false)
})

/** Requests a page again and again on one connection, and reads no answer. */
async function requestWithoutReading(page: string, times: number) {
  const doorkit = createDoorkit({ store: sqliteStore({ file: path(`${page}.db`) }) })
  const clock = manualClock(0)
  const port = await serveKit(doorkit, clock)
  const url = `http://127.0.0.1:${port}/${page}`
  const length = (await (await fetch(url)).bytes()).length
  const socket = connect(port, '127.0.0.1').pause()
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`GET /${page} HTTP/1.1\r\nHost: here\r\n\r\n`.repeat(times))
  return { clock, socket, url, length }
}

async function readAll(socket: AsyncIterable<Buffer>, counter: { bytes: number }) {
  for await (const part of socket) counter.bytes += part.length
}

test('a client that requests /openapi.json again and again without reading is disconnected', async () => {
  const { clock, socket, url, length } = await requestWithoutReading('openapi.json', 32)
  for (let other = 0; other < 20; other += 1) expect((await fetch(url)).status).toBe(200)
  clock.advance(30_000)
  const read = { bytes: 0 }
  await readAll(socket, read).catch(() => {})
  expect(read.bytes).toBeLessThan(32 * length)
})

test('a connection with too many requests for pages ends after one answer that says so', async () => {
  const { socket, length } = await requestWithoutReading('reference', 1_000)
  const parts: string[] = []
  for await (const part of socket.setEncoding('latin1')) parts.push(part)
  const text = parts.join('')
  const count = (what: RegExp) => text.match(what)?.length ?? 0
  const shown = count(/HTTP\/1\.1 200/g)
  expect(shown).toBeGreaterThan(0)
  expect(shown).toBeLessThan(100)
  expect(text.length).toBeGreaterThan(shown * length)
  expect(count(/HTTP\/1\.1 429/g)).toBe(1)
  expect(count(/"code":"rate_limited"/g)).toBe(1)
})

/** Notes the tick of the event loop in which each request and each answer begins. */
function noteTicks() {
  let tick = 0
  let counting = setImmediate(function count() {
    tick += 1
    counting = setImmediate(count)
  })
  const ticks = { requests: [] as number[], answers: [] as number[] }
  const noteRequest = () => void ticks.requests.push(tick)
  function noteAnswer(message: unknown): void {
    const { response } = message as { response: ServerResponse }
    const { writeHead } = response
    response.writeHead = (...args: unknown[]) => {
      ticks.answers.push(tick)
      return Reflect.apply(writeHead, response, args)
    }
  }
  subscribe('http.server.request.start', noteRequest)
  subscribe('http.server.response.created', noteAnswer)
  onTestFinished(() => {
    clearImmediate(counting)
    unsubscribe('http.server.request.start', noteRequest)
    unsubscribe('http.server.response.created', noteAnswer)
  })
  return ticks
}

test('pages of many connections start in different ticks of the event loop', async () => {
  const doorkit = createDoorkit({ store: sqliteStore({ file: path('ticks.db') }) })
  const ticks = noteTicks()
  const port = await serveKit(doorkit)
  const sockets = Array.from({ length: 30 }, () => connect(port, '127.0.0.1').resume())
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()))
  for (const socket of sockets) socket.write('GET /openapi.json HTTP/1.1\r\nHost: here\r\n\r\n')
  await expect.poll(() => ticks.answers.length, { timeout: 20_000 }).toBe(30)
  expect(new Set(ticks.answers).size).toBe(30)
})

test('the document at /openapi.json is made at its first request, each operation in a tick of its own', async () => {
  await import('@doorkit/models/openapi')
  const doorkit = createDoorkit({ store: sqliteStore({ file: path('steps.db') }) })
  const ticks = noteTicks()
  const port = await serveKit(doorkit)
  expect((await fetch(`http://127.0.0.1:${port}/openapi.json`)).status).toBe(200)
  const [began = 0] = ticks.requests
  const [answered = 0] = ticks.answers
  expect(answered - began).toBeGreaterThan(Object.values(api).flatMap(Object.keys).length)
})

test('the pages of a website begin their visits at /site', async () => {
  const doorkit = createDoorkit({ store: sqliteStore({ file: path('site.db') }) })
  onTestFinished(() => doorkit.close())
  const website = 'https://acme.example'
  const { id: workspace } = await doorkit.workspaces.create({ name: 'Acme', website })
  const [siteKey] = await doorkit.siteKeys.list({ workspace })
  const begin = (address: string) =>
    fetch(`${address}/visits`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${siteKey?.id}`,
        Origin: website,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ page_url: `${website}/` }),
    })
  const server = `http://127.0.0.1:${await serveKit(doorkit)}`
  const begun = await begin(`${server}/site`)
  expect(begun.status).toBe(201)
  expect(await begun.json()).toMatchObject({ object: 'visit', agent: { live: true } })
  expect((await begin(`${server}/v1`)).status).toBe(401)
})
