// The file `widget.js` that pages name: it takes calls and loads the widget, whose name changes with its
// text. At most 2 KB, because browsers ask for it again every few minutes.

declare const widgetPath: string
declare const widgetIntegrity: string

interface Queue {
  (...call: unknown[]): void
  q?: unknown[]
}

/** How often another file is tried, and after how long: while a server is being replaced. */
const mostAttempts = 4
const waitMs = 3_000

const page = globalThis as { doorkit?: Queue }
const script = document.currentScript as HTMLScriptElement | null

if (script?.src && !document.querySelector('script[data-doorkit]')) load(script)

function load({ src, dataset, nonce }: HTMLScriptElement): void {
  const queue: unknown[] = []
  const takeCall: Queue = (...call) => {
    queue.push(call)
  }
  takeCall.q = queue
  page.doorkit ??= takeCall
  const { origin, pathname } = new URL(src)
  const base = dataset.baseUrl ?? origin + pathname.replace(/\/[^/]*$/, '')
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
      const again = document.createElement('script')
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

/** A page that requires trusted types takes the address of a script from a policy only. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as {
    trustedTypes?: {
      createPolicy(name: string, rules: object): { createScriptURL(url: string): string }
    }
  }
  try {
    const policy = trustedTypes?.createPolicy('doorkit', { createScriptURL: (own: string) => own })
    return policy ? policy.createScriptURL(url) : url
  } catch {
    return url
  }
}
