import { expect, test } from 'vitest'
import { caller, createKit } from '../support/kit.ts'
import { describeOverMemory } from '../support/stores.ts'

const prices = { label: 'Prices', message: 'What does it cost?' }

describeOverMemory('Errors: conflict, the maximum number of chat buttons', (openStore) => {
  test('of 30 simultaneous creations, 20 succeed, and a deletion makes room for one', async () => {
    const call = caller(await createKit({ store: openStore() }))
    const create = (body: object) => call('POST', '/chat_buttons', { body })
    const answers = await Promise.all(Array.from({ length: 30 }, () => create(prices)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(10)
    expect(new Set(refused.map(({ json }) => json.code))).toEqual(new Set(['conflict']))
    const { data } = (await call('GET', '/chat_buttons')).json
    expect(data).toHaveLength(20)

    const gone = `/chat_buttons/${data[0].id}`
    const deletions = await Promise.all([call('DELETE', gone), call('DELETE', gone)])
    expect(deletions.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await create(prices)).status).toBe(201)
    expect((await create(prices)).status).toBe(409)
  })
})
