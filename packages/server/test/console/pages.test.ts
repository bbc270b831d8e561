import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { baseUrl, createConsoleKit } from './console-kit.ts'

const policy =
  "default-src 'self'; base-uri 'self'; form-action 'self'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

test('the URL of a screen is answered with the page, which has the base URL of the console', async () => {
  const { request } = await createConsoleKit()
  const first = await request('GET', '/')
  expect(first.status).toBe(200)
  expect(first.text).toContain('<base href="/console/">')
  expect(first.text).not.toMatch(/<script(?![^>]*src=)|<style|\son\w+=/)
  const other = await request('GET', '/conversations/conv_1?lead=yes')
  expect(other.text).toBe(first.text)
  const root = await request('GET', '')
  expect([root.status, root.headers.get('location')]).toEqual([308, '/console/'])
  expect((await request('POST', '/conversations')).status).toBe(405)
})

test('no answer can be shown in a frame, run foreign code or be read as another type', async () => {
  const { request, signIn } = await createConsoleKit()
  const cookie = await signIn('viewer')
  const answers = [
    await request('GET', '/'),
    await request('GET', '/assets/none.js'),
    await request('GET', '/api/session', { cookie }),
    await request('GET', '/api/session'),
    await request('GET', '/../../etc/passwd'),
    await request('GET', ''),
    await request('POST', '/'),
    await request('GET', '/assets/icon.svg'),
    await request('GET', '/api/inbox_changes', { cookie }),
    await request('POST', '/sign-in', { body: { link: 'x' } }),
    await request('POST', '/sign-out', { cookie }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([
    200, 404, 200, 401, 404, 308, 405, 200, 200, 401, 204,
  ])
  for (const { headers } of answers) {
    expect(headers.get('content-security-policy')).toBe(policy)
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  }
  const [, , session] = answers
  expect(session?.headers.get('cache-control')).toBe('no-store')
})

test('a host can name the sites that may show the console in a frame', async () => {
  const { request } = await createConsoleKit({
    console: { frameAncestors: ['https://app.example', 'https://b.example'] },
  })
  const { headers } = await request('GET', '/')
  expect(headers.get('content-security-policy')).toContain(
    'frame-ancestors https://app.example https://b.example;',
  )
  expect(headers.get('x-frame-options')).toBe(null)
})

test('the path of the console is found at run time, and refused if it is unsafe in HTML', async () => {
  const { doorkit } = await createConsoleKit()
  const at = async (publicPath?: string, mountPath = '/console') => {
    const console = doorkit.console({ authorize: () => null, publicPath })
    const response = await console.fetch(`https://x.example${mountPath}/`, { mountPath })
    return [response.status, /<base href="(.*?)">/.exec(await response.text())?.[1]]
  }
  expect(await at('/admin/console/')).toEqual([200, '/admin/console/'])
  expect(await at(undefined, '/team')).toEqual([200, '/team/'])
  expect(await at(undefined, '')).toEqual([200, '/'])
  expect((await at('/"><script>'))[0]).toBe(404)
  expect((await at('//evil.example'))[0]).toBe(404)
})

test('files whose names change with their contents are cached for a year, and files are sent compressed', async () => {
  const { console, request } = await createConsoleKit()
  const { text } = await request('GET', '/')
  const name = /src="(assets\/main-\w+\.js)"/.exec(text)?.[1] ?? ''
  const plain = await request('GET', `/${name}`)
  expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const response = await console.fetch(`${baseUrl}/${name}`, {
    mountPath: '/console',
    headers: { 'Accept-Encoding': 'gzip, br' },
  })
  expect(response.headers.get('content-encoding')).toBe('gzip')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(gunzipSync(bytes).toString()).toBe(plain.text)
  const icon = await request('GET', '/assets/icon.svg')
  expect(icon.headers.get('cache-control')).toBe('no-cache')
  const headers = { 'If-None-Match': icon.headers.get('etag') ?? '' }
  expect((await request('GET', '/assets/icon.svg', { headers })).status).toBe(304)
})
