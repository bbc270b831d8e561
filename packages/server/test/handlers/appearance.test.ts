import { expect, test } from 'vitest'
import { caller, createKit } from '../support/kit.ts'
import { describeOverMemory } from '../support/stores.ts'

describeOverMemory('Errors: conflict, a stale appearance revision', (openStore) => {
  test.each([1, 2])('of 20 simultaneous changes to revision %i, one is made', async (revision) => {
    const call = caller(await createKit({ store: openStore() }))
    if (revision === 2) await call('PATCH', '/appearance', { body: { revision: 1 } })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        call('PATCH', '/appearance', { body: { revision, title: `Title ${index}` } }),
      ),
    )
    const made = answers.filter(({ status }) => status === 200)
    expect(made).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect((await call('GET', '/appearance')).json).toEqual(made[0]?.json)
    expect(made[0]?.json.revision).toBe(revision + 1)
  })
})
