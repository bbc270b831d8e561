import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** What the page of the shop is told. */
export interface ShopSettings {
  /** The public key that stands in the page. */
  readonly siteKey: string
  /** Where the site API is. */
  readonly baseUrl: string
}

/** Serves the page of a shop with a chat, on a free port: an origin of its own. */
export async function serveShop() {
  let page = 'Not open yet.'
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** From now on the page is served. */
    async open(settings: ShopSettings): Promise<void> {
      page = await pageText(settings)
    },
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function pageText(settings: ShopSettings): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('page.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['@doorkit/source'],
    write: false,
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The shop of Acme</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem }
ul { list-style: none; padding: 0 }
.user { text-align: right; color: #1f4d3a }
</style>
<h1>Acme doors</h1>
<p>A demonstration: what you ask here is in the figures of <code>GET /analytics</code>.</p>
<h2>Ask us</h2>
<p id="buttons"></p>
<ul id="log"></ul>
<p><span id="status">open</span> <span id="note"></span></p>
<form><input name="text" aria-label="Your question" autocomplete="off"> <button>Send</button></form>
<button id="stop">Stop</button>
<script>const shop = ${JSON.stringify(settings)}</script>
<script type="module">${outputFiles[0]?.text.replaceAll('</script', '<\\/script')}</script>
</html>`
}
