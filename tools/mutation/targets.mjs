/**
 * The parts whose tests are measured: what is mutated, and which tests have to notice. These are the
 * files that decide behavior, and the tests that are quick: those that build packages, compile, start
 * processes, or take seconds for random cases stay out, so a score is a lower bound. So does the one
 * that loads the client again: what runs once, while a module is loaded, would be tried by it alone.
 *
 * @type {Readonly<Record<string, Target>>}
 * @typedef {{ root: string, mutate: readonly string[], tests: readonly string[] }} Target
 */
export const targets = {
  client: {
    root: 'packages/client',
    mutate: [
      'packages/client/src/{answer,attempt,call,errors,list,stream}/*.ts',
      'packages/client/src/client*.ts',
    ],
    tests: [
      'test/!(another-copy|built|editor|examples|exports|fault-matrix|known-values|leaks|path|readme|surface|uncaught).test.ts',
      'test/wire/!(server).test.ts',
    ],
  },
  verifier: {
    root: 'packages/webhooks',
    mutate: ['packages/webhooks/src/**/*.ts', '!packages/webhooks/src/{fixture-*,dedupe-tests}.ts'],
    tests: ['test/**/!(bundle|package|exports|readme|contract|hmac|properties).test.ts'],
  },
  pipeline: {
    root: 'packages/server',
    mutate: [
      'packages/server/src/http/pipeline/*.ts',
      'packages/server/src/kit/rate-limit-counter.ts',
    ],
    tests: [
      'test/http/{few-calls,pipeline/*}.test.ts',
      'test/kit/rate-limit-counter.test.ts',
      'test/idempotency-atomic.test.ts',
      'test/privacy/stored-answers.test.ts',
    ],
  },
  delivery: {
    root: 'packages/server',
    mutate: ['packages/server/src/webhooks/*.ts', 'packages/server/src/worker/*.ts'],
    tests: ['test/webhooks/*.test.ts', 'test/worker/!(fair-webhooks|busy-retention).test.ts'],
  },
}
