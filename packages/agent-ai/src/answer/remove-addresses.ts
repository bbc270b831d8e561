import { findAddresses } from './find-addresses.ts'
import type { KnownAddresses } from './known-addresses.ts'
import { undisguise } from './undisguise.ts'

/** The text in place of a removed address. */
const removedMark = '[…]'

const image = /!\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\])?/g
const link = /\[([^[\]]*)\]\(\s*<?((?:[^\s()<>]|\([^\s()]*\))*)>?[^()]*\)/g
const tag =
  /<\/?(?:a|area|audio|base|button|embed|form|frame|iframe|img|input|link|math|meta|object|picture|script|select|source|style|svg|textarea|video)\b[^<>]*(?:>|$)/gi

/**
 * Removes images, unknown addresses, and the tags of HTML elements such as links, media, scripts and
 * forms from a piece of an answer. A text without these is returned unchanged.
 */
export function removeAddresses(text: string, known: KnownAddresses): string {
  const shown = withoutImages(text)
  const plain = undisguise(shown)
  const cleaned = withoutAddresses(withoutImages(plain), known)
  return cleaned === plain ? shown : cleaned
}

function withoutImages(text: string): string {
  return text
    .replace(image, (_, alt: string) => alt.trim() || removedMark)
    .replaceAll('![', '[')
    .replace(tag, '')
}

function withoutAddresses(text: string, known: KnownAddresses): string {
  const linked = text.replace(link, (whole, label: string, address: string) =>
    known.isKnownLink(address) ? whole : label,
  )
  let cleaned = ''
  let from = 0
  for (const { start, end, target } of findAddresses(linked)) {
    if (known.isKnown(target)) continue
    cleaned += `${linked.slice(from, start)}${removedMark}`
    from = end
  }
  return cleaned + linked.slice(from)
}
