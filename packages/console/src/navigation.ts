import { useEffect, useState } from 'preact/hooks'
import { addressOf } from './call.ts'

export interface ScreenProps {
  /** The parts of the path after the name of the screen. */
  readonly rest: readonly string[]
}

let moved = false

/** Whether the person has gone to another screen since the page was loaded. */
export const hasMoved = () => moved

/** The current place: the decoded path below the console, and the query. */
function here() {
  const path = location.pathname.slice(addressOf('.').pathname.length)
  return {
    path: path.split('/').filter(Boolean).map(decode),
    query: new URLSearchParams(location.search),
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The current place. The component is drawn again when the place changes. */
export function usePlace() {
  const [place, setPlace] = useState(here)
  useEffect(() => {
    const update = () => setPlace(here())
    addEventListener('popstate', update)
    return () => removeEventListener('popstate', update)
  }, [])
  return place
}

/** Goes to a place. With `replace`, the history no longer has an entry for the current place. */
export function goTo(path: string, { replace = false } = {}): void {
  const url = addressOf(path)
  if (replace) history.replaceState(null, '', url)
  else {
    moved = true
    history.pushState(null, '', url)
  }
  // By itself, a browser fires this event only when the person goes back or forward.
  dispatchEvent(new Event('popstate'))
}

/** Changes parameters of the current address. A parameter with an empty value is removed. */
export function setQuery(changes: Readonly<Record<string, string>>): void {
  const url = new URL(location.href)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  goTo(url.href, { replace: true })
}

/** Follows links to other screens without loading the page again. */
export function followLinks(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.('a')
  if (!link || event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  if (link.target !== '' || link.hasAttribute('download')) return
  const url = new URL(link.href)
  if (url.origin !== location.origin || !url.pathname.startsWith(addressOf('.').pathname)) return
  if (url.hash !== '') return
  event.preventDefault()
  goTo(url.href)
  scrollTo(0, 0)
}

/** The values that a filter can have, by their texts in the address. */
export const flags = { '': undefined, yes: true, no: false } as const

export const flagOf = (text: string | null): keyof typeof flags =>
  text === 'yes' || text === 'no' ? text : ''
