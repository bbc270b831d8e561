import { fileURLToPath } from 'node:url'

/** The transport core of the client: what every call goes through, from its options to its error. */
export const coreFiles: readonly string[] = [
  'api-key',
  'backoff',
  'base-url',
  'call',
  'check-options',
  'client-engine',
  'client-transport',
  'decode-chunks',
  'engine',
  'headers',
  'idempotency-key',
  'json-text',
  'lazy',
  'meta',
  'middleware',
  'once',
  'path',
  'prepare-call',
  'present',
  'query',
  'rate-limit',
  'read-body',
  'read-direct',
  'read-document',
  'read-refusal',
  'request-headers',
  'retry',
  'retry-after',
  'retry-budget',
  'sleep',
  'timer',
  'transport',
  'errors/aborted-error',
  'errors/api-error',
  'errors/connection-error',
  'errors/deadline-error',
  'errors/doorkit-error',
  'errors/pagination-error',
  'errors/response-error',
  'errors/timeout-error',
].map((name) => `src/${name}.ts`)

/**
 * Tests of the client that are not run: they take long, or are of what is built upon the core, and
 * find none of its mutants that others do not.
 */
export const leftOutTests: readonly string[] = [
  'test/built.test.ts',
  'test/editor.test.ts',
  'test/examples.test.ts',
  'test/exchange/**',
  'test/exports.test.ts',
  'test/fault-matrix.test.ts',
  'test/known-values.test.ts',
  'test/leaks.test.ts',
  'test/otel/**',
  'test/property/walk.test.ts',
  'test/readme.test.ts',
  'test/routes.test.ts',
  'test/surface.test.ts',
  'test/sync/**',
  'test/testing/**',
  'test/undici/connections.test.ts',
  'test/undici/options.test.ts',
  'test/validate/**',
]

/** The folder that all of these are in, with a slash at its end. */
export const clientFolder = fileURLToPath(new URL('../../../client/', import.meta.url))
