import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { expectedOnServers } from './expected-facts.ts'
import { promisedRuntimes } from './support/promised-runtimes.ts'
import { runInEdgeRuntime } from './support/run-in-edge-runtime.ts'
import { runInWorkerd } from './support/run-in-workerd.ts'
import { runProgram } from './support/run-program.ts'
import { bun, deno, nodes } from './support/runtimes.ts'
import { startSmokeServer } from './support/smoke-server.ts'

const project = inject('clientProject')
const testedRuntimes = [...nodes, bun, deno]
const program = (name: string) => join(project, 'programs', name)

describe('the packed client without other packages', () => {
  test.each(testedRuntimes)('works on $name as an ES module', async (runtime) => {
    const server = await startSmokeServer()
    const facts = await runProgram(runtime, program('client.mjs'), server)
    expect(facts).toEqual(expectedOnServers)
  })

  test.each(testedRuntimes)('works on $name as CommonJS', async (runtime) => {
    const server = await startSmokeServer()
    const facts = await runProgram(runtime, program('client.cjs'), server)
    expect(facts).toEqual(expectedOnServers)
  })

  test('works on workerd', async () => {
    const server = await startSmokeServer()
    const facts = await runInWorkerd(program('client-worker.mjs'), { ...server })
    expect(facts).toEqual(expectedOnServers)
  })

  test('works in the VM of the edge runtime', async () => {
    const server = await startSmokeServer()
    const facts = await runInEdgeRuntime(program('client-worker.mjs'), server)
    expect(facts).toEqual(expectedOnServers)
  })

  // The browser is tested by `npm run test:system`.
  test('is tested on every runtime that docs/runtimes.md promises, and on no other', () => {
    const names = [...testedRuntimes.map(({ name }) => name), 'Workers', 'Browsers']
    expect(promisedRuntimes('`@doorkit/client`')).toEqual(names)
  })
})
