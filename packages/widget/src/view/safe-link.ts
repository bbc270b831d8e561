const schemes = ['http:', 'https:', 'mailto:', 'tel:']

/**
 * The address of a link that may be followed; null for any other. One with a name or password in it would
 * look like that of another website.
 */
export function safeAddress(text: string, base?: string): string | null {
  try {
    const url = new URL(text.trim(), base)
    return schemes.includes(url.protocol) && !url.username && !url.password ? url.href : null
  } catch {
    return null
  }
}

/** Makes a link leave the widget alone: in a tab of its own, without a word of where it came from. */
export function guardLink(link: HTMLAnchorElement, href: string): void {
  link.href = href
  link.rel = 'noopener noreferrer nofollow'
  if (/^http/.test(href)) link.target = '_blank'
}

/** Without the characters that turn the order of letters around: they could disguise a text. */
export const plainOrder = (text: string) => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
