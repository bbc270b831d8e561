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

/** Tests of the client that start compilers and processes or take seconds, and say little of the core. */
export const slowTests: readonly string[] = [
  'test/built.test.ts',
  'test/editor.test.ts',
  'test/examples.test.ts',
  'test/exports.test.ts',
  'test/fault-matrix.test.ts',
  'test/leaks.test.ts',
  'test/surface.test.ts',
  'test/sync/**',
  'test/validate/build.test.ts',
]

/** The folder that all of these are in, with a slash at its end. */
export const clientFolder = fileURLToPath(new URL('../../../client/', import.meta.url))
