import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type PageRoute, pageServer, redirect } from '../../support/page-server.ts'
import { answer, createTestCrawler, readRoute, textOf } from '../../support/test-crawler.ts'

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

  test('is requested with the name of the crawler and the accepted types', async () => {
    const site = await pageServer({ '/page?a=1': '<p>a</p>' })
    await createTestCrawler().read(site.url('/page?a=1#part'))
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
  ])('of the type %s is read', async (type, content, expected) => {
    expect(textOf(await readRoute(answer(content, { 'Content-Type': type })))).toBe(expected)
  })

  test('of plain text has one section, or none if it is empty', async () => {
    const plain = { 'Content-Type': 'text/plain' }
    expect(await readRoute(answer('a', plain))).toEqual({
      title: null,
      sections: [{ heading: null, text: 'a' }],
    })
    expect(await readRoute(answer(' \n\u0000', plain))).toEqual({ title: null, sections: [] })
  })

  test('whose server sends a header twice is read with the first one', async () => {
    const page = await readRoute((_request, response) => {
      const headers = ['Content-Type', 'text/html', 'Content-Type', 'image/png']
      response.writeHead(200, [...headers, 'Content-Encoding', 'br', 'Content-Encoding', 'gzip'])
      response.end(brotliCompressSync('<p>a</p>'))
    })
    expect(textOf(page)).toBe('a')
  })

  test('in another encoding is decoded', async () => {
    const latin1 = Buffer.from('<p>Käse</p>', 'latin1')
    const declared = answer(latin1, { 'Content-Type': 'text/html; charset=iso-8859-1' })
    expect(textOf(await readRoute(declared))).toBe('Käse')
    expect(textOf(await readRoute(answer(latin1)))).toBe('Käse')
    const wrong = answer(latin1, { 'Content-Type': 'text/html; charset=utf-8' })
    expect(textOf(await readRoute(wrong))).toBe('K\uFFFDse')
  })

  test.each([
    ['gzip', gzipSync('<p>a</p>')],
    ['x-gzip', gzipSync('<p>a</p>')],
    ['GZIP', gzipSync('<p>a</p>')],
    ['br', brotliCompressSync('<p>a</p>')],
    ['identity', Buffer.from('<p>a</p>')],
  ])('that is compressed as %s is decompressed', async (coding, content) => {
    expect(textOf(await readRoute(answer(content, { 'Content-Encoding': coding })))).toBe('a')
  })

  test('of 2 MB is read', async () => {
    const page = await readRoute(answer('a'.repeat(2_000_000)))
    expect(textOf(page)).toHaveLength(2_000_000)
  })
})

describe('a reading fails with a reason for', () => {
  const failing: [string, PageRoute, string, string][] = [
    ['the status 404', answer('<p>a</p>', {}, 404), 'http_status', 'HTTP 404'],
    ['the status 500', answer('<p>a</p>', {}, 500), 'http_status', 'HTTP 500'],
    ['the status 401', answer('<p>a</p>', {}, 401), 'http_status', 'HTTP 401'],
    ['the status 304', answer('', {}, 304), 'http_status', 'HTTP 304'],
    ['a redirect without an address', answer('', {}, 302), 'http_status', 'HTTP 302'],
    ['a redirect to an invalid address', redirect('http://'), 'http_status', 'HTTP 302'],
    ['a picture', answer('x', { 'Content-Type': 'image/png' }), 'not_text', 'Not a page of text'],
    [
      'JSON',
      answer('{}', { 'Content-Type': 'application/json' }),
      'not_text',
      'Not a page of text',
    ],
    [
      'an invalid type',
      answer('x', { 'Content-Type': 'nonsense' }),
      'not_text',
      'Not a page of text',
    ],
    ['no type', (_request, response) => response.end('x'), 'not_text', 'Not a page of text'],
    [
      'a compression that was not requested',
      answer(deflateSync('<p>a</p>'), { 'Content-Encoding': 'deflate' }),
      'not_text',
      'Cannot be decompressed',
    ],
    [
      'an unknown compression',
      answer('<p>a</p>', { 'Content-Encoding': 'constructor' }),
      'not_text',
      'Cannot be decompressed',
    ],
    [
      'a body that is not compressed as declared',
      answer('<p>a</p>', { 'Content-Encoding': 'gzip' }),
      'not_text',
      'Cannot be decompressed',
    ],
    [
      'a compressed body that is cut off',
      answer(gzipSync('<p>a</p>').subarray(0, 20), { 'Content-Encoding': 'gzip' }),
      'not_text',
      'Cannot be decompressed',
    ],
    ['a body over 2 MB', answer('a'.repeat(2_000_001)), 'too_large', 'Larger than 2 MB'],
    [
      'a gzip bomb',
      answer(gzipSync(Buffer.alloc(50_000_000, ' ')), { 'Content-Encoding': 'gzip' }),
      'too_large',
      'Larger than 2 MB',
    ],
    [
      'a brotli bomb',
      answer(brotliCompressSync(Buffer.alloc(50_000_000, ' ')), { 'Content-Encoding': 'br' }),
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
      'an answer that ends too early',
      (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': '100' })
        response.write('<p>a', () => response.destroy())
      },
      'no_connection',
      'Connection closed',
    ],
    [
      'a compressed answer that ends too early',
      (_request, response) => {
        const headers = { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' }
        response.writeHead(200, { ...headers, 'Content-Length': '100' })
        response.write(gzipSync('<p>a').subarray(0, 20), () => response.destroy())
      },
      'no_connection',
      'Connection closed',
    ],
    [
      'elements that are nested too deeply',
      '<div>'.repeat(2_000),
      'not_text',
      'The page is nested too deeply',
    ],
  ]

  test.each(failing)('%s', async (_name, route, code, message) => {
    await expect(readRoute(route)).rejects.toMatchObject({ name: 'CrawlError', code, message })
  })

  /** Sends the same bytes until the client closes the connection. */
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
