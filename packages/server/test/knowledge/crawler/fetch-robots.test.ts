import { Agent } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createRobotsCheck } from '../../../src/knowledge/crawler/fetch-robots.ts'
import type { CrawlSession } from '../../../src/knowledge/crawler/request-with-redirects.ts'
import { manualClock } from '../../../src/ports/clock.ts'
import { type PageRoute, pageServer, redirect } from '../../support/page-server.ts'

function session(): CrawlSession {
  const dispatcher = new Agent()
  onTestFinished(() => dispatcher.destroy())
  return { dispatcher, isAllowed: () => true, signal: new AbortController().signal }
}

const plain =
  (text: string, status = 200): PageRoute =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'text/plain' }).end(text)
  }

/** Checks for each path whether a site with this robots.txt allows it. */
async function checkPaths(robotsTxt: PageRoute, ...paths: string[]): Promise<boolean[]> {
  const site = await pageServer({ '/robots.txt': robotsTxt })
  const isAllowed = createRobotsCheck(manualClock(0))
  const shared = session()
  const answers: boolean[] = []
  for (const path of paths) answers.push(await isAllowed(shared, new URL(site.url(path))))
  return answers
}

describe('robots.txt', () => {
  test.each([
    ['an empty file allows everything', '', [true, true]],
    ['rules for everybody count', 'User-agent: *\nDisallow: /a', [false, true]],
    [
      'rules for this crawler count, whatever the case of its name',
      'user-agent: SERVICE-crawler\nDisallow: /',
      [false, false],
    ],
    [
      'if a group names this crawler, only that group counts',
      'User-agent: *\nDisallow: /\n\nUser-agent: Service-Crawler\nDisallow: /b',
      [true, false],
    ],
    ['rules for others do not count', 'User-agent: Googlebot\nDisallow: /', [true, true]],
    [
      'a group for several crawlers counts for each of them',
      'User-agent: Googlebot\nUser-agent: Service-Crawler\nDisallow: /a',
      [false, true],
    ],
    ['the longer rule wins', 'User-agent: *\nDisallow: /\nAllow: /a', [true, false]],
    ['an empty rule forbids nothing', 'User-agent: *\nDisallow:', [true, true]],
    ['a wildcard matches any characters', 'User-agent: *\nDisallow: /*a', [false, true]],
    [
      'a dollar sign at the end of a rule matches the end of a path',
      'User-agent: *\nDisallow: /a$\nDisallow: /b$x',
      [false, true],
    ],
    ['comments are ignored', 'User-agent: * # all\nDisallow: /a # this', [false, true]],
    [
      'a group can continue below another',
      'User-agent: *\nDisallow: /x\nUser-agent: y\nDisallow: /a\nUser-agent: *\nDisallow: /b',
      [true, false],
    ],
    [
      'line ends of any kind are accepted',
      'User-agent: *\rDisallow: /a\r\nDisallow: /b',
      [false, false],
    ],
    [
      'a user agent after a rule begins a new group',
      'User-agent: *\nDisallow: /a\nUser-agent: x\nDisallow: /b',
      [false, true],
    ],
    [
      'lines that are not in the format are ignored',
      '<html>\nUser-agent: *\nCrawl-delay: 9\nnonsense\nDisallow: /a',
      [false, true],
    ],
  ])('%s', async (_name, text, expected) => {
    expect(await checkPaths(plain(text), '/a', '/b')).toEqual(expected)
  })

  test('that is answered with 403 or 404 allows everything', async () => {
    expect(await checkPaths(plain('User-agent: *\nDisallow: /', 404), '/a')).toEqual([true])
    expect(await checkPaths(plain('User-agent: *\nDisallow: /', 403), '/a')).toEqual([true])
  })

  test('that the site fails to send allows nothing, and is requested again for the next page', async () => {
    let status = 503
    const site = await pageServer({
      '/robots.txt': (_request, response) => response.writeHead(status).end(),
    })
    const isAllowed = createRobotsCheck(manualClock(0))
    const url = new URL(site.url('/a'))
    const shared = session()
    await expect(isAllowed(shared, url)).rejects.toMatchObject({
      code: 'not_allowed',
      message: 'robots.txt answered HTTP 503',
    })
    status = 404
    expect(await isAllowed(shared, url)).toBe(true)
  })

  test('is read at the address to which the site redirects', async () => {
    const site = await pageServer({
      '/robots.txt': redirect('/rules.txt', 301),
      '/rules.txt': plain('User-agent: *\nDisallow: /a'),
    })
    const isAllowed = createRobotsCheck(manualClock(0))
    expect(await isAllowed(session(), new URL(site.url('/a')))).toBe(false)
  })

  test('is read up to 500 KiB', async () => {
    const rule = 'User-agent: *\nDisallow: /a\n'
    const filler = `${'# filler'.padEnd(99)}\n`.repeat(10_000)
    expect(await checkPaths(plain(`${rule}${filler}Disallow: /b\n`), '/a', '/b')).toEqual([
      false,
      true,
    ])
  })

  test('with 14,000 names and 14,000 rules is read completely', async () => {
    const names = Array.from({ length: 14_000 }, (_, index) => `User-agent: b${index}\n`).join('')
    const rules = Array.from({ length: 14_000 }, (_, index) => `Disallow: /${index}\n`).join('')
    const text = `${names}User-agent: *\n${rules}`
    expect(text.length).toBeLessThan(512_000)
    expect(await checkPaths(plain(text), '/a', '/13999')).toEqual([true, false])
  })
})

describe('the cache of robots.txt', () => {
  test('keeps the rules of each site for an hour', async () => {
    const one = await pageServer({})
    const other = await pageServer({})
    const clock = manualClock(0)
    const isAllowed = createRobotsCheck(clock)
    const ask = (url: string) => isAllowed(session(), new URL(url))
    const counts = () => [one.requests.length, other.requests.length]
    await ask(one.url('/a'))
    await ask(one.url('/b'))
    await ask(other.url('/a'))
    expect(counts()).toEqual([1, 1])
    clock.advance(3_599_999)
    await ask(one.url('/a'))
    expect(counts()).toEqual([1, 1])
    clock.advance(1)
    await ask(one.url('/a'))
    expect(counts()).toEqual([2, 1])
  })

  test('keeps a thousand sites, and drops the one that was read longest ago', async () => {
    const site = await pageServer({})
    const isAllowed = createRobotsCheck(manualClock(0))
    const shared = {
      ...session(),
      dispatcher: new Agent({
        connect: {
          lookup: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
        },
      }),
    }
    onTestFinished(() => shared.dispatcher.destroy())
    const ask = (name: string) => isAllowed(shared, new URL(site.url('/', name)))
    for (let index = 0; index <= 1_000; index++) await ask(`site-${index}.example`)
    expect(site.requests).toHaveLength(1_001)
    await ask('site-1.example')
    expect(site.requests).toHaveLength(1_001)
    await ask('site-0.example')
    expect(site.requests).toHaveLength(1_002)
  })

  test('drops sites with very long rules earlier', async () => {
    const rules = Array.from({ length: 300 }, (_, at) => `Disallow:/${at}${'é'.repeat(800)}`)
    const site = await pageServer({ '/robots.txt': plain(`User-agent: *\n${rules.join('\n')}`) })
    const isAllowed = createRobotsCheck(manualClock(0))
    const dispatcher = new Agent({
      connect: {
        lookup: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
      },
    })
    onTestFinished(() => dispatcher.destroy())
    const shared = { ...session(), dispatcher }
    const ask = (name: string) => isAllowed(shared, new URL(site.url('/', name)))
    for (let index = 0; index < 20; index++) await ask(`site-${index}.example`)
    await ask('site-0.example')
    expect(site.requests).toHaveLength(21)
  })
})

describe('a redirect', () => {
  test('to an address that is too long for servers is not followed', async () => {
    const site = await pageServer({ '/robots.txt': redirect(`/${'a'.repeat(9_000)}`, 302) })
    await expect(
      createRobotsCheck(manualClock(0))(session(), new URL(site.url('/a'))),
    ).rejects.toMatchObject({ code: 'too_large' })
    expect(site.requests).toHaveLength(1)
  })
})
