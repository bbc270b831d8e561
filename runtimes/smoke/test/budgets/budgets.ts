/** What the packed client may cost. */
export interface Budget {
  readonly what: string
  readonly unit: 'bytes' | 'ms' | 'MB' | 'files' | 'packages' | 'types'
  /** What is aimed at. */
  readonly target: number
  /** What fails the tests when it is exceeded. */
  readonly limit: number
}

/** Every limit, once. Sizes are minified and gzipped where nothing else is said. */
export const budgets = {
  fullClient: {
    what: 'the client with every resource, as far as it is loaded at the start',
    unit: 'bytes',
    target: 8_704,
    limit: 10_240,
  },
  chatReader: {
    what: 'reading a streamed chat answer, loaded by the first stream',
    unit: 'bytes',
    target: 3_072,
    limit: 9_216,
  },
  errors: { what: 'the errors alone', unit: 'bytes', target: 1_024, limit: 1_024 },
  esmImport: { what: 'import of the client on Node 24', unit: 'ms', target: 6, limit: 8 },
  cjsImport: { what: 'require of the client on Node 24', unit: 'ms', target: 6, limit: 8 },
  memory: { what: 'resident memory of the imported client', unit: 'MB', target: 5, limit: 5 },
  dependencies: { what: 'run-time dependencies', unit: 'packages', target: 0, limit: 0 },
  installedBytes: { what: 'the installed package', unit: 'bytes', target: 716_800, limit: 716_800 },
  installedFiles: { what: 'the installed package', unit: 'files', target: 60, limit: 60 },
  looseTypes: { what: '`any` in the declarations', unit: 'types', target: 0, limit: 0 },
} as const satisfies Record<string, Budget>
