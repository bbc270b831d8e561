import { describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../../src/network/check-public-address.ts'
import { pageServer, redirect } from '../../support/page-server.ts'
import { answer, createTestCrawler, textOf } from '../../support/test-crawler.ts'

describe('a page that robots.txt does not allow', () => {
  test('is not requested', async () => {
    const site = await pageServer({
      '/robots.txt': answer('User-agent: *\nDisallow: /private', { 'Content-Type': 'text/plain' }),
      '/private/a': '<p>a</p>',
    })
    await expect(createTestCrawler().read(site.url('/private/a'))).rejects.toMatchObject({
      code: 'not_allowed',
      message: 'Not allowed by robots.txt',
    })
    expect(site.pages()).toEqual([])
  })

  test('is not requested after a redirect either', async () => {
    const site = await pageServer({
      '/robots.txt': answer('User-agent: *\nDisallow: /private', { 'Content-Type': 'text/plain' }),
      '/a': redirect('/private/a'),
      '/private/a': '<p>a</p>',
    })
    await expect(createTestCrawler().read(site.url('/a'))).rejects.toMatchObject({
      code: 'not_allowed',
    })
    expect(site.pages()).toEqual(['/a'])
  })

  test('is not requested if robots.txt is unavailable', async () => {
    const site = await pageServer({ '/robots.txt': answer('', {}, 500), '/a': '<p>a</p>' })
    await expect(createTestCrawler().read(site.url('/a'))).rejects.toMatchObject({
      code: 'not_allowed',
      message: 'robots.txt answered HTTP 500',
    })
    expect(site.pages()).toEqual([])
  })
})

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('with the status %i are followed', async (status) => {
    const site = await pageServer({ '/a': redirect('/b?c=1', status), '/b?c=1': '<p>b</p>' })
    expect(textOf(await createTestCrawler().read(site.url('/a')))).toBe('b')
  })

  test('are followed to another site, whose robots.txt counts', async () => {
    const other = await pageServer({
      '/robots.txt': answer('User-agent: *\nDisallow: /c', { 'Content-Type': 'text/plain' }),
      '/b': '<p>b</p>',
      '/c': '<p>c</p>',
    })
    const site = await pageServer({
      '/a': redirect(other.url('/b')),
      '/forbidden': redirect(other.url('/c')),
    })
    const { read } = createTestCrawler()
    expect(textOf(await read(site.url('/a')))).toBe('b')
    await expect(read(site.url('/forbidden'))).rejects.toMatchObject({ code: 'not_allowed' })
    expect(other.requests.map(({ url }) => url)).toEqual(['/robots.txt', '/b'])
  })

  test('are followed five times, not six', async () => {
    const routes = Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((step) => [`/${step}`, redirect(`/${step - 1}`)]),
    )
    const site = await pageServer({ ...routes, '/0': '<p>a</p>' })
    const { read } = createTestCrawler()
    expect(textOf(await read(site.url('/5')))).toBe('a')
    await expect(read(site.url('/6'))).rejects.toMatchObject({
      code: 'too_many_redirects',
      message: 'More than 5 redirects',
    })
  })

  test('in a loop end with an error', async () => {
    const site = await pageServer({ '/a': redirect('/b'), '/b': redirect('/a') })
    await expect(createTestCrawler().read(site.url('/a'))).rejects.toMatchObject({
      code: 'too_many_redirects',
    })
    expect(site.pages()).toHaveLength(6)
  })

  test.each(['ftp://127.0.0.1/a', 'file:///etc/passwd', 'data:text/html,<p>a', 'javascript:1'])(
    'to %s are not followed',
    async (location) => {
      const site = await pageServer({ '/a': redirect(location) })
      await expect(createTestCrawler().read(site.url('/a'))).rejects.toMatchObject({
        code: 'not_public',
        message: 'The address is not public',
      })
    },
  )
})

describe('private addresses', () => {
  const onlyFirst = { isAllowed: (address: string) => address === '127.0.0.1' }

  test('get no connection after a redirect', async () => {
    const hidden = await pageServer({ '/a': '<p>secret</p>' }, '127.0.0.2')
    const site = await pageServer({ '/a': redirect(hidden.url('/a')) })
    await expect(createTestCrawler(onlyFirst).read(site.url('/a'))).rejects.toMatchObject({
      code: 'not_public',
      message: 'The address is not public',
    })
    expect(hidden.requests).toEqual([])
  })

  test('get no connection through a name that resolves to them', async () => {
    const hidden = await pageServer({ '/a': '<p>secret</p>' }, '127.0.0.2')
    const site = await pageServer({ '/a': redirect(hidden.url('/a', 'inside.example')) })
    const addresses: Record<string, string[]> = {
      'acme.example': ['127.0.0.1'],
      'inside.example': ['127.0.0.2'],
      'both.example': ['127.0.0.1', '127.0.0.2'],
      'none.example': [],
    }
    const { read } = createTestCrawler({
      ...onlyFirst,
      resolve: async (name) => addresses[name] ?? [],
    })
    const expected = { code: 'not_public', message: 'Host name has a private address' }
    await expect(read(site.url('/a', 'acme.example'))).rejects.toMatchObject(expected)
    expect(site.pages()).toEqual(['/a'])
    await expect(read(hidden.url('/a', 'both.example'))).rejects.toMatchObject(expected)
    await expect(read(hidden.url('/a', 'none.example'))).rejects.toMatchObject({
      code: 'no_connection',
      message: 'Host name not found',
    })
    expect(hidden.requests).toEqual([])
  })

  test('get no connection through a name whose address changes during a reading', async () => {
    const site = await pageServer({ '/a': '<p>a</p>' })
    const port = Number(new URL(site.url('/')).port)
    const hidden = await pageServer({ '/a': '<p>secret</p>' }, '127.0.0.2', port)
    const addresses = ['127.0.0.1']
    const { read } = createTestCrawler({
      ...onlyFirst,
      resolve: async () => [addresses.pop() ?? '127.0.0.2'],
    })
    await expect(read(site.url('/a', 'acme.example'))).rejects.toMatchObject({
      message: 'Host name has a private address',
    })
    expect(site.requests.map(({ url }) => url)).toEqual(['/robots.txt'])
    expect(hidden.requests).toEqual([])
  })

  test('get no connection for a robots.txt that redirects to them', async () => {
    const hidden = await pageServer({ '/robots.txt': 'secret' }, '127.0.0.2')
    const site = await pageServer({
      '/robots.txt': redirect(hidden.url('/robots.txt')),
      '/a': '<p>a</p>',
    })
    await expect(createTestCrawler(onlyFirst).read(site.url('/a'))).rejects.toMatchObject({
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
  ])('get no connection when a URL contains them: %s', async (url) => {
    const { read } = createTestCrawler({ isAllowed: isPublicAddress })
    await expect(read(url)).rejects.toMatchObject({ code: 'not_public' })
  })
})
