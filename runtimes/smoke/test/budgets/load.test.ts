import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { placePrograms, runProgram } from '../support/run-program.ts'
import { nodes } from '../support/runtimes.ts'
import { budgets } from './budgets.ts'
import { type LoadCost, leastLoadCost } from './load-cost.ts'
import { expectWithin } from './within.ts'

const project = inject('clientProject')

beforeAll(() => placePrograms(project))

describe('loading the packed client', { timeout: 120_000 }, () => {
  test.each([
    { form: 'mjs', time: budgets.esmImport },
    { form: 'cjs', time: budgets.cjsImport },
  ])('from a .$form file takes no more time and memory than it may', async ({ form, time }) => {
    const node =
      nodes.find(({ name }) => name === 'Node 24') ?? expect.fail('Node 24 is not listed')
    const program = join(project, 'programs', `load.${form}`)
    const load = async (specifier: string) =>
      (await runProgram(node, program, { specifier })) as LoadCost
    const limits = { ms: time.limit, megabytes: budgets.memory.limit }
    const cost = await leastLoadCost(load, '@doorkit/client', limits)
    expectWithin(time, cost.ms)
    expectWithin(budgets.memory, cost.megabytes)
  })
})
