import type { Page } from './pages.ts'
import type { ShopSettings } from './serve-shop.ts'

/** The nonce of a page. A server of real pages makes a new one for each answer. */
const nonce = 'ZG9vcmtpdA'

/** The content security policy of the pages with the widget: the minimum that both need. */
export const pagePolicy = ({ baseUrl }: ShopSettings) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

const links = [
  ['/how-it-works', 'How it works'],
  ['/pricing', 'Pricing'],
  ['/integrations', 'Integrations'],
  ['/security', 'Security'],
] as const

const linkTo = (path: string) =>
  links.map(
    ([href, text]) => `<a href="${href}"${href === path ? ' aria-current="page"' : ''}>${text}</a>`,
  )

/** Replaces the content instead of loading the next page, if the browser can, so that the chat stays open. */
const navigate = `
globalThis.navigation?.addEventListener('navigate', (event) => {
  const { url } = event.destination
  const { origin, pathname } = new URL(url)
  if (!event.canIntercept || event.hashChange || origin !== location.origin || pathname === '/bare') return
  event.intercept({
    async handler() {
      const answer = await fetch(url, { signal: event.signal })
      const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
      document.title = next.title
      document.querySelector('#page').replaceWith(next.querySelector('#page'))
    },
  })
})`

/** A page of the shop, with the widget on it: one script tag. */
export const pageHtml = (
  { path, title, body }: Page,
  { siteKey, baseUrl }: ShopSettings,
) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title}</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/shop.css">
<script nonce="${nonce}" async src="${baseUrl}/widget.js" data-site-key="${siteKey}"></script>
<script nonce="${nonce}">${navigate}</script>
</head>
<body>
<div id="page">
<header>
<a class="brand" href="/"><img src="/icon.svg" alt="">Acme</a>
<nav>${linkTo(path).join('\n')}</nav>
<a class="button small" href="/pricing">Try it free</a>
</header>
<main>
${body}
</main>
<footer>
<p>Acme plans shifts for shops, kitchens and clinics.</p>
<p>A demonstration: the figures of <code>GET /analytics</code> count the chats here. <a href="/bare">The same chat, drawn by the page itself</a></p>
</footer>
</div>
</body>
</html>`
