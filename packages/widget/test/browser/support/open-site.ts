import { createServer } from 'node:http'
import { createClient } from '@doorkit/client'
import type { BrowserPage, PageSettings } from '@doorkit/tests/chromium'
import { onTestFinished } from 'vitest'
import { toNode } from '../../../../server/src/http/mounts/node.ts'
import {
  type Agent,
  createDoorkit,
  type Doorkit,
  type DoorkitOptions,
  memoryStore,
} from '../../../../server/src/index.ts'
import { listen } from '../../../../server/test/support/hosts.ts'
import { widgetPage } from './widget-page.ts'

/** Opens pages of a browser. */
export interface Browser {
  openPage(url: string, settings?: PageSettings): Promise<BrowserPage>
}

/** The settings of the pages of a site. */
export interface PagesSettings {
  /** Further elements in the head of each page. Its scripts get the nonce of the policy. */
  readonly head?: string | undefined
  readonly body?: string | undefined
  /** The policy of each page, with the API's address and the nonce. Default: {@link policyOf}. */
  readonly policy?: ((api: string, nonce: string) => string) | undefined
  /** Attributes of the script tag. */
  readonly attributes?: string | undefined
  /**
   * The page's own program, which replaces the loader. Its script tag has the attributes of the loader's
   * tag, and `data-base-url`.
   */
  readonly program?: string | undefined
  /** Attributes of the page's root. */
  readonly root?: string | undefined
}

/** The settings of a site. */
export interface SiteSettings extends PagesSettings, Partial<Omit<DoorkitOptions, 'store'>> {
  readonly agent?: Agent | undefined
  /** The appearance of the chat. */
  readonly look?: Readonly<Record<string, string>> | undefined
  /** Holds back the answer to a request of the API, by its path, until the promise resolves. */
  readonly hold?: ((path: string) => Promise<void> | undefined) | undefined
}

const nonce = 'bm9uY2U'

/** The default policy of a page: the strictest that a site with a widget can have. */
export const policyOf = (api: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self'",
    `connect-src ${api}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')

/**
 * Serves the pages of a website, and allows their origin to use the site key of the workspace.
 *
 * @param api - the origin of the site API.
 */
export async function servePages(
  doorkit: Pick<Doorkit, 'siteKeys'>,
  workspace: string,
  api: string,
  settings: PagesSettings = {},
) {
  const {
    policy = policyOf,
    head = '',
    body = '',
    attributes = '',
    root = 'lang="en"',
    program,
  } = settings
  const html = () => `<!doctype html>
<html ${root}>
<head>
<meta charset="utf-8"><title>Acme doors</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/page.css">
<script nonce="${nonce}">window.doorkit=window.doorkit||function(){(doorkit.q=doorkit.q||[]).push(arguments)};</script>
<script nonce="${nonce}" async src="${program ? `/program.js" data-base-url="${api}/site` : `${api}/site/widget.js`}" data-site-key="${siteKey}" ${attributes}></script>
${head.replaceAll('<script', `<script nonce="${nonce}"`)}
</head>
<body><main><h1>Acme doors</h1><p>Doors for every house.</p><p><a href="/prices">Prices</a> <button id="own">Own button</button></p>
${body}</main></body>
</html>`
  let siteKey = ''
  const pages = createServer((request, response) => {
    if (request.url === '/program.js') {
      response.setHeader('Content-Type', 'text/javascript').end(program)
      return
    }
    if (request.url === '/page.css') {
      response.setHeader('Content-Type', 'text/css').end(pageStyle)
      return
    }
    response.setHeader('Content-Security-Policy', policy(api, nonce))
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html())
  })
  const origin = await listen(pages)
  siteKey = (await doorkit.siteKeys.update({ workspace, origins: [origin] })).id
  return { origin, siteKey }
}

/** Opens a website on one origin, its API on another, and the client of the team. */
export async function openSite(browser: Browser, settings: SiteSettings = {}) {
  const { agent, look, policy, head, body, attributes, root, program, hold, ...options } = settings
  const store = memoryStore()
  const doorkit = createDoorkit({ ...options, store, ...(agent && { agent }) })
  const workspace = await doorkit.workspaces.create({ name: 'Acme', website: 'https://acme.test' })
  await doorkit.workspaces.update(workspace.id, { agent: { live: true } })
  const answer = toNode(doorkit.site, { mountPath: '/site' })
  const apiServer = createServer(async (request, response) => {
    await hold?.(request.url ?? '')
    answer(request, response)
  })
  const api = await listen(apiServer)
  const pages = { policy, head, body, attributes, root, program }
  const { origin, siteKey } = await servePages(doorkit, workspace.id, api, pages)
  onTestFinished(() => doorkit.close())
  const apiKey = await doorkit.keys.create({
    workspace: workspace.id,
    name: 'Team',
    access: 'full_access',
  })
  const team = createClient({
    apiKey: apiKey.secret,
    baseUrl: 'http://localhost/v1',
    fetch: (url, init) => doorkit.fetch(new Request(url, init)),
  })
  if (look) await team.appearance.update({ revision: 1, ...look })
  return {
    doorkit,
    workspace: workspace.id,
    team,
    origin,
    api,
    siteKey,
    /** Breaks every connection to the API. */
    cut: () => apiServer.closeAllConnections(),
    /** Opens a page, and resolves when its button or its chat appears. */
    async visit(path = '/', page: PageSettings = {}) {
      const found = widgetPage(await browser.openPage(origin + path, page))
      await found.ready()
      return found
    },
    /** Opens a page, and does not wait for the widget. */
    open: async (path = '/', page: PageSettings = {}) =>
      widgetPage(await browser.openPage(origin + path, page)),
    async counts() {
      const { funnel } = await team.analytics.get()
      return funnel.map(({ visitors }) => visitors)
    },
  }
}

const pageStyle = `
body { font: 16px/1.6 Georgia, serif; margin: 3rem; color: #222; background: #fbfaf8 }
button, div, p, dialog, h2 { letter-spacing: 2px; text-transform: uppercase; color: red; border: 3px dotted red }
main button, main div, main p { all: revert }
@media (prefers-color-scheme: dark) { body { background: #101114; color: #ddd } }
`
