/**
 * The targets: the files to mutate, and the tests, of which at least one should fail for each mutant.
 * The files contain logic, and the tests are quick. Tests that build packages, compile, start processes
 * or try random cases for seconds are left out, which lowers the scores. The test that loads the client
 * again is left out as well: it alone tests code that runs while a module is loaded, and such code is
 * not mutated.
 *
 * @type {Readonly<Record<string, Target>>}
 * @typedef {{ root: string, mutate: readonly string[], tests: readonly string[] }} Target
 */
export const targets = {
  client: {
    root: 'packages/client/test',
    mutate: [
      'packages/client/src/{answer,attempt,call,errors,list,stream}/*.ts',
      'packages/client/src/client*.ts',
    ],
    tests: [
      '!(another-copy|built|editor|examples|exports|fault-matrix|leaks|readme|surface).test.ts',
      '{answer,attempt,call,errors,list,wire}/!(path|server|uncaught).test.ts',
    ],
  },
  verifier: {
    root: 'packages/webhooks/test',
    mutate: [
      'packages/webhooks/src/**/*.ts',
      '!packages/webhooks/src/{fixture-*,dedupe-t*,postgres,redis,sqlite}.ts',
    ],
    tests: [
      '**/!(bundle|package|exports|readme|contract|dedupe-stores|hmac|properties|redis).test.ts',
    ],
  },
  pipeline: {
    root: 'packages/server/test',
    mutate: [
      'packages/server/src/http/pipeline/*.ts',
      'packages/server/src/limits/rate-limit-counter.ts',
    ],
    tests: [
      'http/{store-calls,pipeline/*}.test.ts',
      'limits/rate-limit-counter.test.ts',
      'idempotency-atomic.test.ts',
      'privacy/stored-answers.test.ts',
    ],
  },
  delivery: {
    root: 'packages/server/test',
    mutate: ['packages/server/src/webhooks/*.ts', 'packages/server/src/worker/*.ts'],
    tests: ['webhooks/*.test.ts', 'worker/!(fair-webhooks|busy-retention).test.ts'],
  },
}
