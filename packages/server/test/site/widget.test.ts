import { createServer } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { toNode } from '../../src/http/mounts/node.ts'
import { listen } from '../support/hosts.ts'
import { createSiteKit } from '../support/site.ts'

async function serveWidget() {
  const { doorkit } = await createSiteKit()
  return listen(createServer(toNode(doorkit.site, { mountPath: '/site' })))
}

test('any page may load the widget: browsers cache the loader for five minutes, and the widget forever', async () => {
  const origin = await serveWidget()
  const loader = await fetch(`${origin}/site/widget.js`)
  expect(loader.status).toBe(200)
  expect(loader.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(loader.headers.get('cache-control')).toContain('max-age=300')
  const [path] = /assets\/widget-[0-9a-f]{16}\.js/.exec(await loader.text()) ?? []
  const widget = await fetch(`${origin}/site/${path}`)
  expect(widget.status).toBe(200)
  expect(widget.headers.get('cache-control')).toContain('immutable')
  expect(widget.headers.get('access-control-allow-origin')).toBe('*')
  expect(await widget.text()).toContain('doorkit-chat')
})

test('the loader is compressed, and is not sent again while it is unchanged', async () => {
  const origin = await serveWidget()
  const { doorkit } = await createSiteKit()
  const init = { headers: { 'Accept-Encoding': 'gzip, br' } }
  const packed = await doorkit.site.fetch('http://localhost/v1/widget.js', init)
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  const text = gunzipSync(await packed.arrayBuffer()).toString()
  const plain = await fetch(`${origin}/site/widget.js`)
  expect(await plain.text()).toBe(text)
  const etag = plain.headers.get('etag') ?? ''
  const again = await fetch(`${origin}/site/widget.js`, { headers: { 'If-None-Match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const head = await fetch(`${origin}/site/widget.js`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test.each([
  ['GZIP', 'gzip'],
  ['br, gzip ; q=0.5', 'gzip'],
  ['gzip;q=0, br', null],
  ['br, gzip; q=0.00', null],
  ['br', null],
])('with Accept-Encoding %j, the encoding of the loader is %j', async (accepted, encoding) => {
  const { doorkit } = await createSiteKit()
  const init = { headers: { 'Accept-Encoding': accepted } }
  const { headers } = await doorkit.site.fetch('http://localhost/v1/widget.js', init)
  expect(headers.get('content-encoding')).toBe(encoding)
  expect(headers.get('etag')).toMatch(/^W\/"/)
})

test('a missing file is refused like any unknown path', async () => {
  const origin = await serveWidget()
  const missing = await fetch(`${origin}/site/assets/widget-0000000000000000.js`)
  const unknown = await fetch(`${origin}/site/nowhere`)
  expect([missing.status, unknown.status]).toEqual([401, 401])
})
