import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { promisedRuntimes } from './support/promised-runtimes.ts'
import { runProgram } from './support/run-program.ts'
import { bun, nodes, type Runtime, trustedDeno } from './support/runtimes.ts'
import { startSmokeServer } from './support/smoke-server.ts'

const project = inject('fullProject')
const inBothForms = (runtimes: readonly Runtime[]) =>
  runtimes.flatMap((runtime) =>
    ['mjs', 'cjs'].map((form) => ({ name: runtime.name, runtime, form })),
  )

describe('the subpaths of the packed client', () => {
  test.each(inBothForms([...nodes, bun, trustedDeno]))(
    'work on $name from a .$form file',
    async ({ runtime, form }) => {
      const program = join(project, 'programs', `subpaths.${form}`)
      expect(await runProgram(runtime, program, await startSmokeServer())).toEqual({
        mirrored: ['ada@example.com'],
        drift: ['secret_key', 'response_drift'],
        spans: ['GET /v1/me', 'me.get'],
        fakeStatuses: [503, 503, 200],
      })
    },
  )

  test.each(inBothForms(nodes))(
    'send calls over undici on $name from a .$form file',
    async ({ runtime, form }) => {
      const program = join(project, 'programs', `undici.${form}`)
      expect(await runProgram(runtime, program, await startSmokeServer())).toEqual({
        status: 200,
        email: 'ada@example.com',
        listed: 'ada@example.com',
      })
    },
  )

  test.each(inBothForms([bun]))(
    'refuse undici on $name, which has only a stub of it, from a .$form file',
    async ({ runtime, form }) => {
      const program = join(project, 'programs', `undici.${form}`)
      expect(await runProgram(runtime, program, await startSmokeServer())).toEqual({
        code: 'invalid_option',
        message: expect.stringContaining('needs Node'),
      })
    },
  )

  test('are tested over undici on every runtime that docs/runtimes.md promises for it', () => {
    expect(promisedRuntimes('`@doorkit/client/undici`')).toEqual(nodes.map(({ name }) => name))
  })
})
