/**
 * The parts whose tests are measured: what is mutated, and which tests have to notice. Tests of what
 * is built and packed stay out: a mutant makes every bundle larger, and is not in it.
 *
 * @type {Readonly<Record<string, Target>>}
 * @typedef {{ root: string, mutate: readonly string[], tests: readonly string[] }} Target
 */
export const targets = {
  client: {
    root: 'packages/client',
    mutate: ['packages/client/src/**/*.ts', '!packages/client/src/contract/**'],
    tests: ['test/**/*.test.ts'],
  },
  verifier: {
    root: 'packages/webhooks',
    mutate: ['packages/webhooks/src/**/*.ts', '!packages/webhooks/src/{fixture-*,dedupe-tests}.ts'],
    tests: ['test/**/!(bundle|package|exports|readme|contract).test.ts'],
  },
  pipeline: {
    root: 'packages/server',
    mutate: ['packages/server/src/http/**/*.ts'],
    tests: ['test/http/**/*.test.ts'],
  },
  delivery: {
    root: 'packages/server',
    mutate: ['packages/server/src/webhooks/**/*.ts', 'packages/server/src/worker/**/*.ts'],
    tests: ['test/webhooks/**/*.test.ts', 'test/worker/**/*.test.ts'],
  },
}
