// The file that the loader adds to the page: the widget, and the function `doorkit(…)`, which runs the
// commands of the page.
import { followPages } from './chat/follow-pages.ts'
import { openWidget } from './open-widget.ts'

interface Commands {
  (...call: unknown[]): void
  q?: (readonly unknown[])[]
}

const page = globalThis as { doorkit?: Commands }
const script = document.currentScript as HTMLScriptElement | null

function start({ siteKey = '', baseUrl = '', lang, doNotTrack, previewToken }: DOMStringMap): void {
  // If the page also defines the custom element `<doorkit-chat>`, this element is one too. It has no
  // attributes, so it does not start a second chat.
  const host = document.createElement('doorkit-chat') as HTMLElement
  const widget = openWidget(host, {
    siteKey,
    baseUrl,
    lang,
    doNotTrack: doNotTrack !== undefined && doNotTrack !== 'false',
    previewToken,
  })
  const place = () => {
    if (!host.isConnected) document.body.append(host)
  }
  // A website that changes pages without loading them may replace the whole body.
  const ignorePages = followPages(() => setTimeout(place))
  const remove = () => {
    ignorePages()
    widget.remove()
    host.remove()
    script?.remove()
    document.removeEventListener('DOMContentLoaded', place)
    delete page.doorkit
  }
  const commands: Record<string, (...given: never[]) => void> = { ...widget, remove }
  const runCommand: Commands = (name, ...given) => {
    const command = commands[String(name)] as ((...all: unknown[]) => void) | undefined
    command?.(...given)
  }
  const queue = page.doorkit?.q ?? []
  page.doorkit = runCommand
  if (document.body) place()
  else document.addEventListener('DOMContentLoaded', place, { once: true })
  for (const call of queue) runCommand(...call)
}

try {
  if (script) start(script.dataset)
} catch {
  // An error of the widget must never break the page.
}
