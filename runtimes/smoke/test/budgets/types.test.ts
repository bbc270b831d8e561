import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budgets } from './budgets.ts'
import { declarationsOf, memoryOf } from './compile.ts'
import { createTypedProject, type TypedProject } from './typed-project.ts'
import { expectWithin } from './within.ts'

let project: TypedProject
let megabytesOfNothing: number

beforeAll(async () => {
  project = await createTypedProject()
  megabytesOfNothing = await leastMemory('export {}')
}, 300_000)

afterAll(() => project.remove())

/** The least of three runs, in which little differs. */
async function leastMemory(program: string): Promise<number> {
  const measured: number[] = []
  for (let round = 0; round < 3; round++) {
    measured.push(await memoryOf(project.directory, program))
  }
  return Math.min(...measured)
}

const connection = `{ apiKey: 'dk_test_key', baseUrl: 'https://api.example.com/v1' }`

describe('the declarations of the packed client', { timeout: 120_000 }, () => {
  test.each([
    {
      entry: '@doorkit/client',
      budget: budgets.clientTypes,
      program: `
        import { createClient } from '@doorkit/client'
        const client = createClient(${connection})
        export const call = () => client.contacts.get('ct_1')
      `,
    },
    {
      entry: '@doorkit/client/core',
      budget: budgets.coreTypes,
      program: `
        import { contactsGet, createCore } from '@doorkit/client/core'
        const core = createCore(${connection})
        export const call = () => core.call(contactsGet, 'ct_1')
      `,
    },
  ])('take a compiler of $entry no more memory than they may', async ({ budget, program }) => {
    const more = (await leastMemory(program)) - megabytesOfNothing
    expect(more).toBeGreaterThan(1)
    expectWithin(budget, more)
  })

  test('name what every operation of a core takes and gives', async () => {
    const entry = join(project.directory, 'node_modules/@doorkit/client/dist/core/index.js')
    const core: Record<string, unknown> = await import(pathToFileURL(entry).href)
    const names = Object.keys(core).filter((name) => isOperation(core[name]))
    expect(names.length).toBeGreaterThan(60)
    const program = `
      import { createCore, ${names.join(', ')} } from '@doorkit/client/core'
      const core = createCore(${connection})
      export const operations = [${names.join(', ')}] as const
      export const contacts = () => core.call(contactsList).items()
      export const stream = () => core.call(chatSessionsStream, 'chs_1', { text: 'Hello' })
      export const outcome = async () => (await stream()).outcome
    `
    const declared = await declarationsOf(project.directory, program)
    expect(declared).toContain('import("@doorkit/client/core").ContactUpsert')
    expect(declared).toContain('Promise<import("@doorkit/client/core").ChatOutcome>')
  })
})

const isOperation = (value: unknown) =>
  typeof value === 'object' && value !== null && 'operation' in value
