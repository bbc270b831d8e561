import { useEffect, useState } from 'preact/hooks'
import { addressOf } from './call.ts'

/** A place in the console, as the part of the address after the path of the console. */
export interface Place {
  /** The parts of the path, decoded. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
}

/** The properties of a screen. */
export interface ScreenProps {
  /** The parts of the path after the name of the screen. */
  readonly rest: readonly string[]
}

const changed = new EventTarget()
let moved = false

/** Whether the person has gone to another screen since the page was loaded. */
export const hasMoved = () => moved

function here(): Place {
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
export function usePlace(): Place {
  const [place, setPlace] = useState(here)
  useEffect(() => {
    const update = () => setPlace(here())
    changed.addEventListener('change', update)
    addEventListener('popstate', update)
    return () => {
      changed.removeEventListener('change', update)
      removeEventListener('popstate', update)
    }
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
  changed.dispatchEvent(new Event('change'))
}

/** Changes parameters of the current address. A parameter with an empty value is removed. */
export function setQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const url = new URL(location.href)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') url.searchParams.delete(name)
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

/** The value of a filter that is on, off or absent, by its text in the address. */
export const flags = { '': undefined, yes: true, no: false } as const

/** Reads the text of a filter that is `yes`, `no` or absent. */
export function flagOf(text: string | null): keyof typeof flags {
  return text === 'yes' || text === 'no' ? text : ''
}
