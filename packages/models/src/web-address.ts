import * as z from 'zod'

// A host name of DNS has at most 253 characters. The parser of URLs takes tens of milliseconds for a name
// of thousands of different characters. The limit of 255 includes a username, a password and a port.
const longHost = /^\s*(?:[a-z][a-z\d+.-]*:|(?:[/\\]\s*){2})[/\\\s]*[^/\\?#]{256}/i

/**
 * A URL of at most 2,048 characters. Its length and the length of its host are checked before it is parsed.
 */
export const webAddress = (options?: { readonly protocol: RegExp }) =>
  z
    .string()
    .max(2_048, { abort: true })
    .refine((text) => !longHost.test(text), {
      abort: true,
      error: 'The host of an address has at most 255 characters.',
    })
    .check(z.url(options))

/**
 * Parses a URL as `URL.parse` does, but returns null for a host of more than 255 characters without
 * parsing the URL.
 */
export const parseAddress = (text: string, base?: string): URL | null =>
  longHost.test(text) ? null : URL.parse(text, base)
