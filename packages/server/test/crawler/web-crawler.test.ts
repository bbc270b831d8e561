import type { AddressInfo } from 'node:net'
import { createServer as createRawServer, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { manualClock } from '../../src/clock.ts'
import type { CrawledPage } from '../../src/crawler/port.ts'
import { createWebCrawler, type WebCrawlerOptions } from '../../src/crawler/web-crawler.ts'
import { isPublicAddress } from '../../src/webhooks/address.ts'
import { html, type PageRoute, pageServer, redirect } from '../support/page-server.ts'

const never = new AbortController().signal

function setUp(options: Partial<WebCrawlerOptions> = {}) {
  const clock = manualClock(0)
  const crawler = createWebCrawler({
    clock,
    resolve: async () => ['127.0.0.1'],
    isAllowed: () => true,
    ...options,
  })
  return { clock, read: (url: string, signal = never) => crawler.read(url, { signal }) }
}

/** Reads one page of a site. */
async function readRoute(route: PageRoute): Promise<CrawledPage> {
  const site = await pageServer({ '/page': route })
  return setUp().read(site.url('/page'))
}

/** A route that answers with a body and its headers. */
const body =
  (content: string | Buffer, headers: Record<string, string> = {}, status = 200): PageRoute =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'text/html', ...headers }).end(content)
  }

const text = ({ sections }: CrawledPage) => sections.map((section) => section.text).join('|')

describe('a page', () => {
  test('is read with its title and its text under its headings', async () => {
    expect(await readRoute('<title>FAQ</title><p>Hi.</p><h1>When?</h1><p>Now.</p>')).toEqual({
      title: 'FAQ',
      sections: [
        { heading: null, text: 'Hi.' },
        { heading: 'When?', text: 'Now.' },
      ],
    })
  })

  test('is asked for by name, with what can be read', async () => {
    const site = await pageServer({ '/page?a=1': '<p>a</p>' })
    await setUp().read(site.url('/page?a=1#part'))
    const request = site.requests.find(({ url }) => url === '/page?a=1')
    expect(request?.method).toBe('GET')
    expect(request?.headers).toMatchObject({
      'user-agent': 'Service-Crawler/1.0 (https://doorkit.dev/docs/crawler)',
      'accept-encoding': 'gzip, br',
      accept:
        'text/html, application/xhtml+xml, text/plain;q=0.9, text/markdown;q=0.9, text/x-markdown;q=0.9',
    })
    expect(request?.headers).not.toHaveProperty('authorization')
  })

  test.each([
    ['text/plain', 'a <b>\r\n\r\nc\n', 'a <b>\n\nc'],
    ['text/markdown; charset=utf-8', '# A\n\nb', '# A\n\nb'],
    ['TEXT/HTML ; charset="UTF-8"', '<p>ä</p>', 'ä'],
    ['application/xhtml+xml', '<p>a<br/>b</p>', 'a\nb'],
  ])('of the type %s is text', async (type, content, expected) => {
    expect(text(await readRoute(body(content, { 'Content-Type': type })))).toBe(expected)
  })

  test('of plain text has one section, and none when it is empty', async () => {
    const plain = { 'Content-Type': 'text/plain' }
    expect(await readRoute(body('a', plain))).toEqual({
      title: null,
      sections: [{ heading: null, text: 'a' }],
    })
    expect(await readRoute(body(' \n\u0000', plain))).toEqual({ title: null, sections: [] })
  })

  test('in another encoding is decoded', async () => {
    const latin1 = Buffer.from('<p>Käse</p>', 'latin1')
    const declared = body(latin1, { 'Content-Type': 'text/html; charset=iso-8859-1' })
    expect(text(await readRoute(declared))).toBe('Käse')
    expect(text(await readRoute(body(latin1)))).toBe('Käse')
    const wrong = body(latin1, { 'Content-Type': 'text/html; charset=utf-8' })
    expect(text(await readRoute(wrong))).toBe('K\uFFFDse')
  })

  test.each([
    ['gzip', gzipSync('<p>a</p>')],
    ['x-gzip', gzipSync('<p>a</p>')],
    ['GZIP', gzipSync('<p>a</p>')],
    ['br', brotliCompressSync('<p>a</p>')],
    ['identity', Buffer.from('<p>a</p>')],
  ])('that is compressed as %s is decompressed', async (coding, content) => {
    expect(text(await readRoute(body(content, { 'Content-Encoding': coding })))).toBe('a')
  })
})

describe('a page that cannot be read', () => {
  const failing: [string, PageRoute, string, string][] = [
    ['404', body('<p>a</p>', {}, 404), 'http_status', 'HTTP 404'],
    ['500', body('<p>a</p>', {}, 500), 'http_status', 'HTTP 500'],
    ['401', body('<p>a</p>', {}, 401), 'http_status', 'HTTP 401'],
    ['304', body('', {}, 304), 'http_status', 'HTTP 304'],
    ['a redirect to nowhere', body('', {}, 302), 'http_status', 'HTTP 302'],
    ['a redirect to no address', redirect('http://'), 'http_status', 'HTTP 302'],
    ['a picture', body('x', { 'Content-Type': 'image/png' }), 'not_text', 'Not a page of text'],
    ['JSON', body('{}', { 'Content-Type': 'application/json' }), 'not_text', 'Not a page of text'],
    [
      'a type that is none',
      body('x', { 'Content-Type': 'nonsense' }),
      'not_text',
      'Not a page of text',
    ],
    ['no type', (_request, response) => response.end('x'), 'not_text', 'Not a page of text'],
    [
      'a compression that was not asked for',
      body(deflateSync('<p>a</p>'), { 'Content-Encoding': 'deflate' }),
      'not_text',
      'Cannot be decompressed',
    ],
    [
      'a compression that is none',
      body('<p>a</p>', { 'Content-Encoding': 'constructor' }),
      'not_text',
      'Cannot be decompressed',
    ],
    [
      'what is not compressed as it says',
      body('<p>a</p>', { 'Content-Encoding': 'gzip' }),
      'not_text',
      'Cannot be decompressed',
    ],
    [
      'what is compressed and cut off',
      body(gzipSync('<p>a</p>').subarray(0, 20), { 'Content-Encoding': 'gzip' }),
      'not_text',
      'Cannot be decompressed',
    ],
    ['a body over 2 MB', body('a'.repeat(2_000_001)), 'too_large', 'Larger than 2 MB'],
    [
      'a gzip bomb',
      body(gzipSync(Buffer.alloc(50_000_000, ' ')), { 'Content-Encoding': 'gzip' }),
      'too_large',
      'Larger than 2 MB',
    ],
    [
      'a brotli bomb',
      body(brotliCompressSync(Buffer.alloc(50_000_000, ' ')), { 'Content-Encoding': 'br' }),
      'too_large',
      'Larger than 2 MB',
    ],
    ['an endless body', endless(Buffer.alloc(65_536, 'a')), 'too_large', 'Larger than 2 MB'],
    [
      'an endless body of bytes that decompress to nothing',
      endless(gzipSync(''), { 'Content-Encoding': 'gzip' }),
      'too_large',
      'Larger than 2 MB',
    ],
    [
      'an answer that ends before its time',
      (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': '100' })
        response.write('<p>a', () => response.destroy())
      },
      'no_connection',
      'Connection closed',
    ],
    ['elements without end', '<div>'.repeat(2_000), 'not_text', 'The page is nested too deeply'],
  ]

  test.each(failing)('%s', async (_name, route, code, message) => {
    await expect(readRoute(route)).rejects.toMatchObject({ name: 'CrawlError', code, message })
  })

  test('the largest page is 2 MB', async () => {
    const page = await readRoute(body('a'.repeat(2_000_000)))
    expect(text(page)).toHaveLength(2_000_000)
  })

  /** Sends the same bytes until nobody reads them. */
  function endless(bytes: Buffer, headers: Record<string, string> = {}): PageRoute {
    return (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html', ...headers })
      const more = () => {
        while (!response.destroyed && response.write(bytes));
      }
      response.on('drain', more)
      more()
    }
  }
})

describe('a page of which the site says no', () => {
  test('is not asked for', async () => {
    const site = await pageServer({
      '/robots.txt': body('User-agent: *\nDisallow: /private', { 'Content-Type': 'text/plain' }),
      '/private/a': '<p>a</p>',
    })
    await expect(setUp().read(site.url('/private/a'))).rejects.toMatchObject({
      code: 'not_allowed',
      message: 'Not allowed by robots.txt',
    })
    expect(site.pages()).toEqual([])
  })

  test('is not asked for after a redirect either', async () => {
    const site = await pageServer({
      '/robots.txt': body('User-agent: *\nDisallow: /private', { 'Content-Type': 'text/plain' }),
      '/a': redirect('/private/a'),
      '/private/a': '<p>a</p>',
    })
    await expect(setUp().read(site.url('/a'))).rejects.toMatchObject({ code: 'not_allowed' })
    expect(site.pages()).toEqual(['/a'])
  })

  test('that has no robots.txt to give is left alone', async () => {
    const site = await pageServer({ '/robots.txt': body('', {}, 500), '/a': '<p>a</p>' })
    await expect(setUp().read(site.url('/a'))).rejects.toMatchObject({
      code: 'not_allowed',
      message: 'robots.txt answered HTTP 500',
    })
    expect(site.pages()).toEqual([])
  })
})

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('%i is followed', async (status) => {
    const site = await pageServer({ '/a': redirect('/b?c=1', status), '/b?c=1': '<p>b</p>' })
    expect(text(await setUp().read(site.url('/a')))).toBe('b')
  })

  test('are followed to another site, whose robots.txt counts', async () => {
    const other = await pageServer({ '/b': '<p>b</p>' })
    const site = await pageServer({ '/a': redirect(other.url('/b')) })
    expect(text(await setUp().read(site.url('/a')))).toBe('b')
    expect(other.requests.map(({ url }) => url)).toEqual(['/robots.txt', '/b'])
  })

  test('are followed five times, not six', async () => {
    const routes = Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((step) => [`/${step}`, redirect(`/${step - 1}`)]),
    )
    const site = await pageServer({ ...routes, '/0': '<p>a</p>' })
    const { read } = setUp()
    expect(text(await read(site.url('/5')))).toBe('a')
    await expect(read(site.url('/6'))).rejects.toMatchObject({
      code: 'too_many_redirects',
      message: 'More than 5 redirects',
    })
  })

  test('in a circle end', async () => {
    const site = await pageServer({ '/a': redirect('/b'), '/b': redirect('/a') })
    await expect(setUp().read(site.url('/a'))).rejects.toMatchObject({ code: 'too_many_redirects' })
    expect(site.pages()).toHaveLength(6)
  })

  test.each(['ftp://127.0.0.1/a', 'file:///etc/passwd', 'data:text/html,<p>a', 'javascript:1'])(
    'to %s are not followed',
    async (location) => {
      const site = await pageServer({ '/a': redirect(location) })
      await expect(setUp().read(site.url('/a'))).rejects.toMatchObject({
        code: 'not_public',
        message: 'The address is not public',
      })
    },
  )
})

describe('private addresses', () => {
  const onlyFirst = { isAllowed: (address: string) => address === '127.0.0.1' }

  test('are not connected to after a redirect', async () => {
    const hidden = await pageServer({ '/a': '<p>secret</p>' }, '127.0.0.2')
    const site = await pageServer({ '/a': redirect(hidden.url('/a')) })
    await expect(setUp(onlyFirst).read(site.url('/a'))).rejects.toMatchObject({
      code: 'not_public',
      message: 'The address is not public',
    })
    expect(hidden.requests).toEqual([])
  })

  test('are not connected to by a name that resolves to them', async () => {
    const hidden = await pageServer({ '/a': '<p>secret</p>' }, '127.0.0.2')
    const site = await pageServer({ '/a': redirect(hidden.url('/a', 'inside.example')) })
    const addresses: Record<string, string[]> = {
      'acme.example': ['127.0.0.1'],
      'inside.example': ['127.0.0.2'],
      'both.example': ['127.0.0.1', '127.0.0.2'],
      'none.example': [],
    }
    const { read } = setUp({ ...onlyFirst, resolve: async (name) => addresses[name] ?? [] })
    const expected = { code: 'no_connection', message: 'Host name has no public address' }
    await expect(read(site.url('/a', 'acme.example'))).rejects.toMatchObject(expected)
    expect(site.pages()).toEqual(['/a'])
    await expect(read(hidden.url('/a', 'both.example'))).rejects.toMatchObject(expected)
    await expect(read(hidden.url('/a', 'none.example'))).rejects.toMatchObject(expected)
    expect(hidden.requests).toEqual([])
  })

  test('are not connected to by a name that changes its mind during a reading', async () => {
    const site = await pageServer({ '/a': '<p>a</p>' })
    const port = Number(new URL(site.url('/')).port)
    const hidden = await pageServer({ '/a': '<p>secret</p>' }, '127.0.0.2', port)
    const addresses = ['127.0.0.1']
    const { read } = setUp({ ...onlyFirst, resolve: async () => [addresses.pop() ?? '127.0.0.2'] })
    await expect(read(site.url('/a', 'acme.example'))).rejects.toMatchObject({
      message: 'Host name has no public address',
    })
    expect(site.requests.map(({ url }) => url)).toEqual(['/robots.txt'])
    expect(hidden.requests).toEqual([])
  })

  test('are not connected to for a robots.txt that moved there', async () => {
    const hidden = await pageServer({ '/robots.txt': 'secret' }, '127.0.0.2')
    const site = await pageServer({
      '/robots.txt': redirect(hidden.url('/robots.txt')),
      '/a': '<p>a</p>',
    })
    await expect(setUp(onlyFirst).read(site.url('/a'))).rejects.toMatchObject({
      code: 'not_public',
    })
    expect(hidden.requests).toEqual([])
  })

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'http://0.0.0.0/',
  ])('are not connected to as they stand: %s', async (url) => {
    const { read } = setUp({ isAllowed: isPublicAddress })
    await expect(read(url)).rejects.toMatchObject({ code: 'not_public' })
  })
})

describe('time and connections', () => {
  const silent: PageRoute = () => {}

  test('a page that does not begin in 10 seconds is given up', async () => {
    const site = await pageServer({ '/a': silent })
    const { clock, read } = setUp()
    const reading = read(site.url('/a'))
    await site.reached('/a')
    clock.advance(9_999)
    clock.advance(1)
    await expect(reading).rejects.toMatchObject({
      code: 'timeout',
      message: 'No answer within 10 seconds',
    })
  })

  test('a page that drips is given up as well, and its connection closed', async () => {
    const connections: Promise<unknown>[] = []
    const site = await pageServer({
      '/a': (request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html' }).write('<p>')
        connections.push(new Promise((resolve) => request.socket.once('close', resolve)))
      },
    })
    const { clock, read } = setUp()
    const reading = read(site.url('/a'))
    await site.reached('/a')
    clock.advance(10_000)
    await expect(reading).rejects.toMatchObject({ code: 'timeout' })
    await Promise.all(connections)
    expect(connections).toHaveLength(1)
  })

  test('robots.txt and redirects take of the same 10 seconds', async () => {
    const { clock, read } = setUp()
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
    clock.advance(1_999)
    clock.advance(1)
    await expect(reading).rejects.toMatchObject({ code: 'timeout' })
  })

  test('a name that nobody resolves in time is given up', async () => {
    const { clock, read } = setUp({ resolve: () => new Promise(() => {}) })
    const reading = read('http://slow.example/')
    clock.advance(10_000)
    await expect(reading).rejects.toMatchObject({ code: 'timeout' })
  })

  test('a reading that its caller aborts ends with the reason given', async () => {
    const site = await pageServer({ '/a': silent })
    const stop = new AbortController()
    const reading = setUp().read(site.url('/a'), stop.signal)
    await site.reached('/a')
    stop.abort(new Error('Enough.'))
    await expect(reading).rejects.toThrow('Enough.')
  })

  test('nothing is left of a reading that is over', async () => {
    const connections: Promise<unknown>[] = []
    const site = await pageServer({
      '/a': (request, response) => {
        connections.push(new Promise((resolve) => request.socket.once('close', resolve)))
        html(response, '<p>a</p>')
      },
    })
    await setUp().read(site.url('/a'))
    await Promise.all(connections)
    expect(connections).toHaveLength(1)
  })

  test('a host name that does not exist', async () => {
    const missing = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })
    const { read } = setUp({ resolve: () => Promise.reject(missing) })
    await expect(read('https://nowhere.example/')).rejects.toMatchObject({
      code: 'no_connection',
      message: 'Host name not found',
    })
  })

  test('a port where nobody listens', async () => {
    const { port } = await rawServer((socket) => socket.end(), { closed: true })
    await expect(setUp().read(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      code: 'no_connection',
      message: 'Connection refused',
    })
  })

  test('a server that hangs up', async () => {
    const { port } = await rawServer((socket) => socket.destroy())
    await expect(setUp().read(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      code: 'no_connection',
      message: 'Connection closed',
    })
  })

  test('a server that does not speak HTTP', async () => {
    const { port } = await rawServer((socket) => socket.end('SSH-2.0-OpenSSH_9.7\r\n'))
    const error = await setUp()
      .read(`http://127.0.0.1:${port}/`)
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'no_connection', message: 'Connection failed' })
    expect(error).toHaveProperty('cause.code')
  })

  test('a server that does not speak TLS', async () => {
    const site = await pageServer({ '/a': '<p>a</p>' })
    const url = site.url('/a').replace('http:', 'https:')
    await expect(setUp().read(url)).rejects.toMatchObject({
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
