// The file `widget.js` that pages load. It queues calls and loads the widget, whose file name changes
// with its content. Compressed, this file has at most 2 KB, because browsers request it again every few
// minutes.

declare const widgetPath: string
declare const widgetIntegrity: string

interface Queue {
  (...call: unknown[]): void
  q?: unknown[]
}

/**
 * The server may be restarting, so the widget is requested up to this many times. Each wait is `waitMs`
 * longer than the one before.
 */
const mostAttempts = 4
const waitMs = 3_000

interface Policy {
  createScriptURL(url: string): string
}

interface Loader extends HTMLScriptElement {
  policy?: Policy | undefined
}

const page = globalThis as { doorkit?: Queue }
const script = document.currentScript as Loader | null

if (script?.src && !document.querySelector('script[data-doorkit]')) load(script)

function load({ src, dataset, nonce, policy = createPolicy() }: Loader): void {
  const queue: unknown[] = []
  const queueCall: Queue = (...call) => {
    queue.push(call)
  }
  queueCall.q = queue
  page.doorkit ??= queueCall
  const { origin, pathname } = new URL(src)
  const base = dataset.baseUrl ?? origin + pathname.replace(/\/[^/]*$/, '')
  const trusted = (url: string) => policy?.createScriptURL(url) ?? url
  const widget = document.createElement('script')
  widget.async = true
  widget.crossOrigin = 'anonymous'
  widget.integrity = widgetIntegrity
  if (nonce) widget.nonce = nonce
  for (const [name, value] of Object.entries(dataset)) widget.dataset[name] = value
  widget.dataset.baseUrl = base
  widget.dataset.doorkit = ''
  // Another server process may have another version of the widget: ask for the loader again.
  widget.onerror = () => {
    widget.remove()
    const attempt = Number(dataset.attempt ?? 1)
    if (attempt >= mostAttempts) return
    setTimeout(() => {
      const again: Loader = document.createElement('script')
      // A page with a list of `trusted-types` refuses a second policy of the same name.
      again.policy = policy
      again.async = true
      if (nonce) again.nonce = nonce
      Object.assign(again.dataset, dataset, { baseUrl: base, attempt: String(attempt + 1) })
      again.src = trusted(`${origin}${pathname}?attempt=${attempt}`)
      document.head.append(again)
    }, waitMs * attempt)
  }
  widget.src = trusted(`${base}/${widgetPath}`)
  document.head.append(widget)
}

/** A page that requires trusted types accepts the address of a script only from a policy. */
function createPolicy(): Policy | undefined {
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy }
  }
  try {
    return trustedTypes?.createPolicy('doorkit', { createScriptURL: (url) => url })
  } catch {
    return undefined
  }
}
