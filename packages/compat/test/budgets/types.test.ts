import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budgets } from './budgets.ts'
import { memoryOf } from './compile.ts'
import { createTypedProject, type TypedProject } from './typed-project.ts'
import { expectWithin } from './within.ts'

let project: TypedProject
let megabytesOfNothing: number

beforeAll(async () => {
  project = await createTypedProject()
  megabytesOfNothing = await memoryOf(project.directory, 'export {}')
}, 300_000)

afterAll(() => project.remove())

const connection = `{ apiKey: 'dk_test_key', baseUrl: 'https://api.example.com/v1' }`

describe('the declarations of the packed client', () => {
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
  ])('keep the compiler within its memory limit for $entry', async ({ budget, program }) => {
    const more = (await memoryOf(project.directory, program)) - megabytesOfNothing
    expect(more).toBeGreaterThan(1)
    expectWithin(budget, more)
  })
})
