/** A mutant that does what the source does, so that no test can tell it. */
export interface Equivalent {
  /** Without `src/` and `.ts`. */
  readonly file: string
  /** The line as it is. */
  readonly before: string
  /** The line as it became. */
  readonly after: string
  /** Why nobody can tell them apart. */
  readonly reason: string
}

/** Every mutant that is left out of the score. */
export const equivalents: readonly Equivalent[] = [
  {
    file: 'check-options',
    before: 'const checked = headers ? { ...options, headers: readUnreserved(headers) } : options',
    after: 'const checked = true ? { ...options, headers: readUnreserved(headers) } : options',
    reason: 'reads no headers where there are none: the condition saves a copy',
  },
  {
    file: 'check-options',
    before: "if (version !== undefined) checkHeader('service-version', version)",
    after: "if (true) checkHeader('service-version', version)",
    reason: '`undefined`, as a text, could be sent: the check passes',
  },
  {
    file: 'client-engine',
    before: 'const call = options === given.options ? given : { ...given, options }',
    after: 'const call = false ? given : { ...given, options }',
    reason: 'the copy is the same: the condition saves it',
  },
  {
    file: 'client-engine',
    before: 'const isPlain = !loadReporter && options.idempotencyKey === undefined',
    after: 'const isPlain = false',
    reason: 'what watches a call watches nothing here: the condition saves waiting for it',
  },
  {
    file: 'client-engine',
    before: 'const isPlain = !loadReporter && options.idempotencyKey === undefined',
    after: 'const isPlain = !loadReporter && false',
    reason: 'what watches a call watches nothing here: the condition saves waiting for it',
  },
  {
    file: 'client-engine',
    before: 'return isPlain ? engine(call, { hooks }) : performWatched(call, hooks)',
    after: 'return false ? engine(call, { hooks }) : performWatched(call, hooks)',
    reason: 'what watches a call watches nothing here: the condition saves waiting for it',
  },
  {
    file: 'client-engine',
    before: 'if (callMiddleware.length === 0) return perform',
    after: 'if (false) return perform',
    reason: 'no middleware composed is the call itself: the condition saves loading what composes',
  },
  {
    file: 'client-transport',
    before: 'if (!redirected || response.ok || response.status >= 400) return response',
    after: 'if (!redirected || response.ok || false) return response',
    reason: 'what follows redirects gives a refusal back: the condition saves loading it',
  },
  {
    file: 'client-transport',
    before: 'if (!redirected || response.ok || response.status >= 400) return response',
    after: 'if (!redirected || response.ok || (response.status > 400)) return response',
    reason: 'what follows redirects gives a refusal back: the condition saves loading it',
  },
  {
    file: 'decode-chunks',
    before: 'const bytes = first && chunks.length === 1 ? first : join(chunks)',
    after: 'const bytes = false ? first : join(chunks)',
    reason: 'one piece joined is that piece: the condition saves a copy',
  },
  {
    file: 'decode-chunks',
    before: 'const bytes = first && chunks.length === 1 ? first : join(chunks)',
    after: 'const bytes = first && false ? first : join(chunks)',
    reason: 'one piece joined is that piece: the condition saves a copy',
  },
  {
    file: 'retry',
    before: 'const retriedStatuses = /^(408|425|429|50[0234])$/',
    after: 'const retriedStatuses = /(408|425|429|50[0234])$/',
    reason: 'a status has three digits',
  },
  {
    file: 'retry',
    before: 'const retriedStatuses = /^(408|425|429|50[0234])$/',
    after: 'const retriedStatuses = /^(408|425|429|50[0234])/',
    reason: 'a status has three digits',
  },
  {
    file: 'json-text',
    before:
      '} catch { // The error would quote the text, which may hold personal data. return undefined }',
    after: '} catch {}',
    reason: 'a function without a result gives undefined',
  },
  {
    file: 'middleware',
    before:
      'if (middleware.length + hooks.length === 0 && !options.middleware) return send(request)',
    after: 'if (false) return send(request)',
    reason: 'no layer around it is the same as sending: the condition saves making them',
  },
  {
    file: 'middleware',
    before:
      'if (middleware.length + hooks.length === 0 && !options.middleware) return send(request)',
    after: 'if (false && !options.middleware) return send(request)',
    reason: 'no layer around it is the same as sending: the condition saves making them',
  },
  {
    file: 'path',
    before: "if (typeof id === 'string' && /^\\w+$/.test(id)) return id",
    after: 'if (false) return id',
    reason: 'such an id encoded is that id: the condition saves encoding it',
  },
  {
    file: 'path',
    before: "if (typeof id === 'string' && /^\\w+$/.test(id)) return id",
    after: 'if (false && /^\\w+$/.test(id)) return id',
    reason: 'such an id encoded is that id: the condition saves encoding it',
  },
  {
    file: 'path',
    before: "if (typeof id === 'string' && /^\\w+$/.test(id)) return id",
    after: "if (typeof id === '' && /^\\w+$/.test(id)) return id",
    reason: 'such an id encoded is that id: the condition saves encoding it',
  },
  {
    file: 'path',
    before: "if (typeof id === 'string' && /^\\w+$/.test(id)) return id",
    after: "if (typeof id === 'string' && /^\\w$/.test(id)) return id",
    reason: 'such an id encoded is that id: the condition saves encoding it',
  },
  {
    file: 'query',
    before: 'if (!/^(string|number|boolean)$/.test(typeof item)) {',
    after: 'if (!/(string|number|boolean)$/.test(typeof item)) {',
    reason: 'no other type has one of these names in its own',
  },
  {
    file: 'query',
    before: 'if (!/^(string|number|boolean)$/.test(typeof item)) {',
    after: 'if (!/^(string|number|boolean)/.test(typeof item)) {',
    reason: 'no other type has one of these names in its own',
  },
  {
    file: 'rate-limit',
    before: "if (!headers.has('ratelimit')) return ''",
    after: "if (!headers.has('ratelimit')) return 'other'",
    reason: 'any text without a number is read as none',
  },
]
