import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { promisedRuntimes } from './support/promised-runtimes.ts'
import { runProgram } from './support/run-program.ts'
import { bun, nodes, trustedDeno } from './support/runtimes.ts'

const project = inject('fullProject')
const testedRuntimes = [...nodes, bun, trustedDeno]
const sent = { webhook: ['HTTP 302'], page: ['ready', null] }

describe('the packed server kit', () => {
  test.each(
    testedRuntimes.flatMap((runtime) => ['mjs', 'cjs'].map((form) => ({ ...runtime, form }))),
  )(
    'sends webhooks, crawls pages and reaches no private address on $name from a .$form file',
    async ({ form, ...runtime }) => {
      const program = join(project, 'programs', `server.${form}`)
      expect(await runProgram(runtime, program, {})).toEqual({
        reachable: { memory: sent, sqlite: sent },
        requests: Array(2).fill(['/hook', '/robots.txt', '/page']).flat().sort(),
        rebound: {
          webhook: ['Host name has a private address'],
          page: ['failed', 'Host name has a private address'],
        },
        requestsAfterRebinding: [],
      })
    },
  )

  test('is tested on every runtime that docs/runtimes.md promises, and on no other', () => {
    expect(promisedRuntimes('`@doorkit/server`')).toEqual(testedRuntimes.map(({ name }) => name))
  })
})
