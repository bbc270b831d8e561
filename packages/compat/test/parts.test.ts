import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { promisedRuntimes } from './support/promised-runtimes.ts'
import { runInEdgeRuntime } from './support/run-in-edge-runtime.ts'
import { runInWorkerd } from './support/run-in-workerd.ts'
import { runProgram } from './support/run-program.ts'
import { bun, deno, nodes } from './support/runtimes.ts'

const project = inject('fullProject')
const program = (name: string) => join(project, 'programs', name)

const testedRuntimes = [...nodes, bun, deno]
const expected = {
  verified: ['evt_1', 'evt_1', 'no_matching_signature'],
  chat: ['Good evening', 'complete'],
  drift: 'response_drift',
}

describe('the packed webhooks, chat stream and validation of responses', () => {
  test.each(testedRuntimes)('work on $name as ES modules', async (runtime) => {
    expect(await runProgram(runtime, program('parts.mjs'), {})).toEqual(expected)
  })

  test.each(testedRuntimes)('work on $name as CommonJS', async (runtime) => {
    expect(await runProgram(runtime, program('parts.cjs'), {})).toEqual(expected)
  })

  test('work on workerd', async () => {
    expect(await runInWorkerd(program('parts-worker.mjs'), {})).toEqual(expected)
  })

  test('work in the VM of the edge runtime', async () => {
    expect(await runInEdgeRuntime(program('parts-worker.mjs'), {})).toEqual(expected)
  })

  test('are tested on every runtime that docs/runtimes.md promises, and on no other', () => {
    const names = [...testedRuntimes.map(({ name }) => name), 'Workers']
    expect(promisedRuntimes('`@doorkit/webhooks`, `@doorkit/chat-stream`')).toEqual(names)
  })
})
