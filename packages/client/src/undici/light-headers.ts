/** Headers as undici delivers them: by lower-case name, repeated ones as a list. */
export type RawHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * The headers of an answer. `get`, `has`, `entries` and iteration read the raw headers. Any other method
 * first makes a real `Headers` object, which all methods use from then on.
 */
export class LightHeaders implements Headers {
  readonly #raw: RawHeaders
  #headers: Headers | undefined

  constructor(raw: RawHeaders) {
    this.#raw = raw
  }

  get(name: string): string | null {
    if (this.#headers) return this.#headers.get(name)
    const rawName = name.toLowerCase()
    const value = Object.hasOwn(this.#raw, rawName) ? this.#raw[rawName] : undefined
    return value === undefined ? null : typeof value === 'string' ? value : value.join(', ')
  }

  has(name: string): boolean {
    return this.get(name) !== null
  }

  append(name: string, value: string): void {
    this.#toHeaders().append(name, value)
  }

  delete(name: string): void {
    this.#toHeaders().delete(name)
  }

  set(name: string, value: string): void {
    this.#toHeaders().set(name, value)
  }

  getSetCookie(): string[] {
    return this.#toHeaders().getSetCookie()
  }

  forEach(callback: (value: string, key: string, headers: Headers) => void, self?: unknown): void {
    for (const [key, value] of this.#toHeaders()) callback.call(self, value, key, this)
  }

  keys(): ReturnType<Headers['keys']> {
    return this.#toHeaders().keys()
  }

  values(): ReturnType<Headers['values']> {
    return this.#toHeaders().values()
  }

  /**
   * Creates no `Headers` object, to be fast: the client searches the header values of every answer for
   * its API key.
   */
  entries(): ReturnType<Headers['entries']> {
    return this.#headers?.entries() ?? entriesOf(this.#raw).values()
  }

  [Symbol.iterator](): ReturnType<Headers['entries']> {
    return this.entries()
  }

  /** Makes `console.log` print the real `Headers`. */
  [Symbol.for('nodejs.util.inspect.custom')](): Headers {
    return this.#toHeaders()
  }

  #toHeaders(): Headers {
    this.#headers ??= new Headers(entriesOf(this.#raw))
    return this.#headers
  }
}

/** Lists raw headers as `Headers` does: sorted by name, with repeated ones joined, except cookies. */
function entriesOf(raw: RawHeaders): [name: string, value: string][] {
  const entries: [string, string][] = []
  for (const name of Object.keys(raw).sort()) {
    const value = raw[name]
    if (typeof value === 'string') entries.push([name, value])
    else if (name !== 'set-cookie' && value) entries.push([name, value.join(', ')])
    else for (const cookie of value ?? []) entries.push([name, cookie])
  }
  return entries
}

// Makes `instanceof Headers` true. The class has every method of that prototype itself.
Object.setPrototypeOf(LightHeaders.prototype, Headers.prototype)
