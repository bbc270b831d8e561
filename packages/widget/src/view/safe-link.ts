const schemes = ['http:', 'https:', 'mailto:', 'tel:']

/**
 * The address of a link that is safe to follow; otherwise null. An address with a username or password
 * could look like the address of another website.
 */
export function safeAddress(text: string, base?: string): string | null {
  try {
    const url = new URL(text.trim(), base)
    return schemes.includes(url.protocol) && !url.username && !url.password ? url.href : null
  } catch {
    return null
  }
}

/** Sets the address of a link, which opens without a referrer and without access to this page. */
export function guardLink(link: HTMLAnchorElement, href: string): void {
  link.href = href
  link.rel = 'noopener noreferrer nofollow'
  if (/^http/.test(href)) link.target = '_blank'
}

/** Removes the characters that set the direction of text, because they can disguise a text. */
export const plainOrder = (text: string) => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
