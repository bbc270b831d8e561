import { type ChatMessage, createSiteClient } from '@doorkit/widget'

/** Reads a page with the widget, begins a visit with its site key, and returns the visitor's actions. */
export async function openChat(origin: string) {
  const html = await (await fetch(origin)).text()
  const siteKey = /data-site-key="(pk_[^"]+)"/.exec(html)?.[1] ?? ''
  const script = await fetch(`${origin}/site/widget.js`)
  if (script.status !== 200) throw new Error(`The page has no widget: ${script.status}.`)
  const tokens = new Map<string, string>()
  const site = createSiteClient({
    siteKey,
    baseUrl: `${origin}/site`,
    storage: {
      getItem: (name) => tokens.get(name) ?? null,
      setItem: (name, text) => tokens.set(name, text),
      removeItem: (name) => tokens.delete(name),
    },
    page: {
      url: () => `${origin}/`,
      referrer: () => '',
      isOnline: () => true,
      isHidden: () => false,
      onChange: () => () => {},
    },
    fetch: (url, init) => {
      const headers = new Headers(init?.headers)
      headers.set('Origin', origin)
      return fetch(url, { ...init, headers })
    },
  })
  await site.visits.begin()
  return {
    site,
    /** Sends a message, and returns the answer. */
    ask: async (text: string) => wordsOf(await site.messages.send(text).final()),
  }
}

/** The text of a message. */
export const wordsOf = ({ parts }: ChatMessage): string =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
