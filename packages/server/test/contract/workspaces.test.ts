import type { Operation } from '@doorkit/models'
import { memoryStore } from '@doorkit/store'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { arbitraryOf } from '../support/arbitrary.ts'
import { createPopulatedKit, operations, pathWith } from './fixture.ts'

type PopulatedKit = Awaited<ReturnType<typeof createPopulatedKit>>

/** Each id in a path of the contract, with its operation. */
const idParams = operations.flatMap(({ id, operation }) =>
  Object.entries(operation.params ?? {}).map(([param, schema]) => ({
    id,
    param,
    operation,
    schema,
  })),
)

let ours: PopulatedKit
let theirs: PopulatedKit

beforeAll(async () => {
  const store = memoryStore()
  theirs = await createPopulatedKit({ store })
  ours = await createPopulatedKit({ store })
  return () => store.close()
})

test('the paths of the contract contain at least 41 ids', () => {
  expect(idParams.length).toBeGreaterThanOrEqual(41)
})

test.each(idParams)(
  '$id answers a {$param} of another workspace like an unknown one',
  async ({ operation, schema }) => {
    const prefix = Object.keys(theirs.ids).find(
      (kind) => schema.safeParse(theirs.ids[kind]).success,
    )
    const foreign = theirs.ids[prefix ?? '']
    if (!prefix || !foreign) throw new Error('Nothing of the other workspace has such an id.')
    const before = await readEverything(theirs)

    const refused = await ask(operation, { ...ours.ids, [prefix]: foreign })
    const missing = await ask(operation, { ...ours.ids, [prefix]: `${prefix}${'0'.repeat(26)}` })

    expect(missing).toMatchObject({ status: 404, json: { code: 'not_found' } })
    expect(refused).toEqual(missing)
    expect(await readEverything(theirs)).toEqual(before)
  },
)

/** Sends a request with our API key, and returns the answer without the request id. */
async function ask(operation: Operation, ids: Readonly<Record<string, string>>) {
  const [body] = operation.body
    ? fc.sample(arbitraryOf(operation.body), { numRuns: 1, seed: 20_261_012 })
    : [undefined]
  const path = pathWith(operation, ids)
  const { status, json } = await ours.call(operation.method, path, { body })
  const { request_id, ...problem } = json as Record<string, unknown>
  expect(request_id).toEqual(expect.any(String))
  return { status, json: problem }
}

/** Reads one object of each kind that can be read by its id. */
async function readEverything({ kit, call, ids }: PopulatedKit) {
  // A minute later, so that reading this often stays within the rate limit.
  kit.clock.advance(60_000)
  const reads = operations.filter(({ operation }) => operation.method === 'GET' && operation.params)
  const answers = await Promise.all(
    reads.map(({ operation }) => call('GET', pathWith(operation, ids))),
  )
  expect(answers.map(({ status }) => status)).toEqual(reads.map(() => 200))
  return answers.map(({ json }) => json)
}
