/** What the packed client may cost. */
export interface Budget {
  readonly what: string
  readonly unit: 'bytes' | 'ms' | 'MB'
  /** What is aimed at. */
  readonly target: number
  /** What fails the tests when it is exceeded. */
  readonly limit: number
}

/** Every limit on what is bundled and loaded, once. Bytes are minified and gzipped. */
export const budgets = {
  fullClient: {
    what: 'the client with every resource, as it is loaded at the start',
    unit: 'bytes',
    target: 8_704,
    limit: 10_000,
  },
  chatReader: {
    what: 'reading a streamed chat answer, loaded by the first stream',
    unit: 'bytes',
    target: 3_072,
    limit: 8_500,
  },
  oneCall: {
    what: 'one operation, with its retries and its errors',
    unit: 'bytes',
    target: 4_096,
    limit: 4_900,
  },
  nodeFetch: {
    what: 'sending over the connections of Node, loaded by the first request on Node',
    unit: 'bytes',
    target: 2_304,
    limit: 2_640,
  },
  extras: {
    what: 'a bound on requests, a logger, own idempotency keys, redirects and what else few need, loaded by the first',
    unit: 'bytes',
    target: 2_560,
    limit: 3_072,
  },
  errors: { what: 'the errors alone', unit: 'bytes', target: 1_024, limit: 1_024 },
  oneGuard: { what: 'one guard of an enumeration', unit: 'bytes', target: 150, limit: 200 },
  esmImport: { what: 'import of the client on Node 24', unit: 'ms', target: 6, limit: 8 },
  cjsImport: { what: 'require of the client on Node 24', unit: 'ms', target: 6, limit: 8 },
  memory: { what: 'resident memory of the imported client', unit: 'MB', target: 5, limit: 5 },
  clientTypes: { what: 'memory of a compiler of the client', unit: 'MB', target: 6, limit: 6 },
  coreTypes: { what: 'memory of a compiler of one operation', unit: 'MB', target: 6, limit: 6 },
} as const satisfies Record<string, Budget>
