import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Agent, createDoorkit, memoryStore } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import { build } from 'esbuild'

/** The options of {@link serveChat}. */
export interface ChatServerOptions {
  /** Default: the knowledge agent of the kit. */
  readonly agent?: Agent | undefined
  /** Default: a free port. */
  readonly port?: number | undefined
}

/** Serves a page with the chat, and the site API that it calls at `/site`. */
export async function serveChat({ agent, port = 0 }: ChatServerOptions = {}) {
  const doorkit = createDoorkit({ store: memoryStore(), ...(agent && { agent }) })
  const script = await bundlePage()
  let page = ''
  const site = toNode(doorkit.site, { mountPath: '/site' })
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/site/')) site(request, response)
    else response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { id: workspace } = await doorkit.workspaces.create({ name: 'Acme', website: origin })
  await doorkit.workspaces.update(workspace, { agent: { live: true } })
  const { id: siteKey } = await doorkit.siteKeys.update({ workspace, origins: [origin] })
  page = pageHtml({ siteKey, baseUrl: `${origin}/site` }, script)
  return {
    origin,
    doorkit,
    workspace,
    async close() {
      server.close()
      server.closeAllConnections()
      await doorkit.close()
    },
  }
}

async function bundlePage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('page.tsx', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    conditions: ['@doorkit/source'],
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  })
  return outputFiles[0]?.text.replaceAll('</script', '<\\/script') ?? ''
}

const pageHtml = (settings: object, script: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A chat in React</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem }
ol { list-style: none; padding: 0 }
.user { text-align: right; color: #1f4d3a }
</style>
<body></body>
<script>const settings = ${JSON.stringify(settings)}</script>
<script type="module">${script}</script>
</html>`
