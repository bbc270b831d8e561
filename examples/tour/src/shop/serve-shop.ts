import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { barePageHtml } from './bare-page-html.ts'
import { pageHtml, pagePolicy } from './page-html.ts'
import { pages } from './pages.ts'

/** The settings of the pages of the shop. */
export interface ShopSettings {
  /** The site key, which is public. */
  readonly siteKey: string
  /** The URL of the site API. */
  readonly baseUrl: string
}

type Answer = readonly [status: number, headers: Record<string, string>, body: string]

const fileUrl = (name: string) => new URL(name, import.meta.url)
const files: Readonly<Record<string, { type: string; url: URL }>> = {
  '/shop.css': { type: 'text/css', url: fileUrl('shop.css') },
  '/icon.svg': { type: 'image/svg+xml', url: fileUrl('icon.svg') },
}

const html = { 'Content-Type': 'text/html; charset=utf-8' }
const notYet: Answer = [503, { ...html, 'Retry-After': '1' }, 'The shop is not open yet.']

/**
 * Serves the shop of Acme on a free port, as an origin of its own. Its pages have the widget, under a
 * strict content security policy. The page at `/bare` draws the chat itself, with the site client.
 *
 * @param isBare - whether every page draws the chat itself.
 */
export async function serveShop(isBare = false) {
  let answer: (path: string) => Promise<Answer> = async () => notYet
  const server = createServer(async ({ url = '/' }, response) => {
    const [status, headers, body] = await answer(
      URL.parse(url, 'http://localhost')?.pathname ?? '/',
    )
    response.writeHead(status, headers).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Starts to serve the pages. */
    async open(settings: ShopSettings): Promise<void> {
      const bare = await barePageHtml(settings)
      answer = async (path) =>
        isBare || path === '/bare' ? [200, html, bare] : answerFor(path, settings)
    },
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function answerFor(path: string, settings: ShopSettings): Promise<Answer> {
  const file = files[path]
  if (file) return [200, { 'Content-Type': file.type }, await readFile(file.url, 'utf8')]
  const page = pages[path]
  const policy = { 'Content-Security-Policy': pagePolicy(settings) }
  return page
    ? [200, { ...html, ...policy }, pageHtml(page, settings)]
    : [404, html, 'This page does not exist.']
}
