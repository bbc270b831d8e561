import { type AddressInfo, createServer as createRawServer, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Clock } from '../../../src/ports/clock.ts'
import { html, type PageRoute, pageServer } from '../../support/page-server.ts'
import { createTestCrawler } from '../../support/test-crawler.ts'

describe('time and connections', () => {
  const silent: PageRoute = () => {}

  test('a page without an answer for 10 seconds is aborted', async () => {
    const site = await pageServer({ '/a': silent })
    const { clock, read } = createTestCrawler()
    const reading = read(site.url('/a'))
    await site.reached('/a')
    clock.advance(10_000)
    await expect(reading).rejects.toMatchObject({
      code: 'timeout',
      message: 'No answer within 10 seconds',
    })
  })

  test('a page that does not end within 10 seconds is aborted, and its connection closes', async () => {
    const connections: Promise<unknown>[] = []
    const site = await pageServer({
      '/a': (request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html' }).write('<p>')
        connections.push(new Promise((resolve) => request.socket.once('close', resolve)))
      },
    })
    const { clock, read } = createTestCrawler()
    const reading = read(site.url('/a'))
    await site.reached('/a')
    clock.advance(10_000)
    await expect(reading).rejects.toMatchObject({ code: 'timeout' })
    await Promise.all(connections)
    expect(connections).toHaveLength(1)
  })

  test('robots.txt and redirects count against the same 10 seconds', async () => {
    const { clock, read } = createTestCrawler()
    const site = await pageServer({
      '/robots.txt': (_request, response) => {
        clock.advance(4_000)
        response.writeHead(404).end()
      },
      '/a': (_request, response) => {
        clock.advance(4_000)
        response.writeHead(302, { Location: '/b' }).end()
      },
      '/b': silent,
    })
    const reading = read(site.url('/a'))
    await site.reached('/b')
    clock.advance(2_000)
    await expect(reading).rejects.toMatchObject({ code: 'timeout' })
  })

  test('a reading is aborted if its host does not resolve in time', async () => {
    const { clock, read } = createTestCrawler({ resolve: () => new Promise(() => {}) })
    const reading = read('http://slow.example/')
    clock.advance(10_000)
    await expect(reading).rejects.toMatchObject({ code: 'timeout' })
  })

  test('a reading that its caller aborts ends with the reason of the abort', async () => {
    const site = await pageServer({ '/a': silent })
    const stop = new AbortController()
    const reading = createTestCrawler().read(site.url('/a'), stop.signal)
    await site.reached('/a')
    stop.abort(new Error('Enough.'))
    await expect(reading).rejects.toThrow('Enough.')
  })

  test('a finished reading leaves no connection and no timer', async () => {
    const connections: Promise<unknown>[] = []
    const site = await pageServer({
      '/a': (request, response) => {
        connections.push(new Promise((resolve) => request.socket.once('close', resolve)))
        html(response, '<p>a</p>')
      },
    })
    const timers = new Set<object>()
    const clock: Clock = {
      now: () => 0,
      after() {
        const timer = {}
        timers.add(timer)
        return () => timers.delete(timer)
      },
    }
    const { read } = createTestCrawler({ clock })
    await read(site.url('/a'))
    await expect(read(site.url('/missing'))).rejects.toMatchObject({ code: 'http_status' })
    await Promise.all(connections)
    expect(connections).toHaveLength(1)
    expect(timers.size).toBe(0)
  })

  test('a host name that does not exist is reported', async () => {
    const missing = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })
    const { read } = createTestCrawler({ resolve: () => Promise.reject(missing) })
    await expect(read('https://nowhere.example/')).rejects.toMatchObject({
      code: 'no_connection',
      message: 'Host name not found',
    })
  })

  test('a connection that does not open in time is reported as a timeout', async () => {
    const late = Object.assign(new Error('Connect Timeout'), { code: 'UND_ERR_CONNECT_TIMEOUT' })
    const { read } = createTestCrawler({ resolve: () => Promise.reject(late) })
    await expect(read('https://slow.example/')).rejects.toMatchObject({
      code: 'timeout',
      message: 'No answer within 10 seconds',
    })
  })

  test('a port without a listener is reported', async () => {
    const { port } = await rawServer((socket) => socket.end(), { closed: true })
    await expect(createTestCrawler().read(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      code: 'no_connection',
      message: 'Connection refused',
    })
  })

  test('a server that hangs up is reported', async () => {
    const { port } = await rawServer((socket) => socket.destroy())
    await expect(createTestCrawler().read(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      code: 'no_connection',
      message: 'Connection closed',
    })
  })

  test('a server that does not speak HTTP is reported, with the cause', async () => {
    const { port } = await rawServer((socket) => socket.end('SSH-2.0-OpenSSH_9.7\r\n'))
    const error = await createTestCrawler()
      .read(`http://127.0.0.1:${port}/`)
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'no_connection', message: 'Connection failed' })
    expect(error).toHaveProperty('cause.code')
  })

  test('a server that does not speak TLS is reported', async () => {
    const site = await pageServer({ '/a': '<p>a</p>' })
    const url = site.url('/a').replace('http:', 'https:')
    await expect(createTestCrawler().read(url)).rejects.toMatchObject({
      code: 'no_connection',
      message: 'Connection failed',
    })
  })

  async function rawServer(serve: (socket: Socket) => void, { closed = false } = {}) {
    const server = createRawServer((socket) => {
      socket.on('error', () => {}).resume()
      serve(socket)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
    if (closed) await close()
    else onTestFinished(close)
    return { port }
  }
})
