import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { runProgram } from '../support/run-program.ts'
import { nodes } from '../support/runtimes.ts'
import { budgets } from './budgets.ts'
import { leastLoadMemory } from './load-memory.ts'
import { expectWithin } from './within.ts'

const project = inject('clientProject')

describe('loading the packed client', () => {
  test.each(['mjs', 'cjs'])('from a .%s file stays within its memory limit', async (form) => {
    const node =
      nodes.find(({ name }) => name === 'Node 24') ?? expect.fail('Node 24 is not listed')
    const program = join(project, 'programs', `load.${form}`)
    const load = async (specifier: string) =>
      ((await runProgram(node, program, { specifier })) as { megabytes: number }).megabytes
    const megabytes = await leastLoadMemory(load, '@doorkit/client', budgets.memory.limit)
    expectWithin(budgets.memory, megabytes)
  })
})
