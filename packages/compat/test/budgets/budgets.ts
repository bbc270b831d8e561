/** One budget of the packed client. */
export interface Budget {
  readonly what: string
  readonly unit: 'bytes' | 'MB'
  /** The figure to aim at. */
  readonly target: number
  /** The limit that fails the tests. */
  readonly limit: number
}

/** Limits on bundling, loading and compiling the client. Bytes are counted after minifying and gzip. */
export const budgets = {
  fullClient: {
    what: 'the client with every resource, as loaded at the start',
    unit: 'bytes',
    target: 12_288,
    limit: 15_360,
  },
  everything: {
    what: 'everything that the main entry can load, in one file',
    unit: 'bytes',
    target: 20_480,
    limit: 24_128,
  },
  errors: { what: 'the errors alone', unit: 'bytes', target: 1_024, limit: 1_152 },
  knownValues: { what: 'the table of known values', unit: 'bytes', target: 1_024, limit: 1_280 },
  memory: { what: 'resident memory of the loaded client', unit: 'MB', target: 5, limit: 5 },
  clientTypes: { what: 'memory of a compiler for the client', unit: 'MB', target: 6, limit: 6 },
} as const satisfies Record<string, Budget>
