import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { placePrograms, runProgram } from './support/run-program.ts'
import { nodes } from './support/runtimes.ts'
import { startSmokeServer } from './support/smoke-server.ts'

const project = inject('fullProject')
const forms = ['mjs', 'cjs'] as const
const cases = nodes.flatMap((runtime) => forms.map((form) => ({ ...runtime, runtime, form })))

beforeAll(() => placePrograms(project))

describe('the subpaths of the packed client', () => {
  test.each(cases)('work on $name from a .$form file', async ({ runtime, form }) => {
    const file = join(project, 'programs', `subpaths.${form}`)
    expect(await runProgram(runtime, file, await startSmokeServer())).toEqual({
      mirrored: ['ada@example.com'],
      drift: ['secret_key', 'response_drift'],
      spans: ['GET /v1/me', 'me.get'],
      overUndici: 200,
      fakeStatuses: [503, 503, 200],
    })
  })
})
