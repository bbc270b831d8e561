import { api, type Operation, operationErrors, Problem } from '@doorkit/models'
import { toOpenApi } from '@doorkit/models/openapi'
import { memoryStore, type Store } from '@doorkit/store'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { arbitraryOf } from '../support/arbitrary.ts'
import { overMemory } from '../support/stores.ts'
import { createPopulatedKit, operations, pathWith } from './fixture.ts'

const runs = 25
const ajv = new Ajv2020({ strict: false, allErrors: false })
addFormats.default(ajv)
const openApi = toOpenApi(api)
ajv.addSchema(openApi, 'openapi')

/** Corrects a generated body if a valid value depends on what is stored. */
const adjust: Readonly<Record<string, (body: object) => object>> = {
  'appearance.update': (body) => ({ ...body, revision: 1 }),
}

/** Operations that a product rule refuses in the state of the fixture, with the reason. */
const refusedHere: Readonly<Record<string, string>> = {
  'experiments.pause': 'the test has not started',
  'experiments.resume': 'the test has not started',
  'experiments.promote': 'no variant has the evidence',
  'experiments.applyWinner': 'no variant has the evidence',
  'linkGreetings.delete': 'a link uses the greeting',
  'conversations.send': 'nobody has joined the conversation',
  'conversations.leave': 'nobody has joined the conversation',
}

/**
 * Makes a function that calls operations on a populated workspace, each a minute after the one before.
 */
async function prepareCalls(store: Store) {
  const { kit, call, ids } = await createPopulatedKit({ store })
  return (operation: Operation, input: { query?: unknown; body?: unknown }) => {
    kit.clock.advance(60_000)
    const query = new URLSearchParams(
      Object.entries((input.query ?? {}) as Record<string, unknown>).map(
        ([name, value]): [string, string] => [name, String(value)],
      ),
    )
    const search = query.size > 0 ? `?${query}` : ''
    const path = `${pathWith(operation, ids)}${search}`
    return call(operation.method, path, input.body === undefined ? {} : { body: input.body })
  }
}

/** Returns the pointer to the schema of an answer in the OpenAPI document. */
function answerPointer(operation: Operation, id: string, status: number): string {
  const path = operation.path.replaceAll('~', '~0').replaceAll('/', '~1')
  const encoded = encodeURIComponent(path)
  if (status >= 400) throw new Error(`${id} answered ${status}: only successes have a schema here.`)
  const method = operation.method.toLowerCase()
  return `openapi#/paths/${encoded}/${method}/responses/${status}/content/application~1json/schema`
}

overMemory((open) => {
  test.each(operations)(
    '$id answers valid requests as its schema says, or refuses them by a rule of the product',
    async (entry) => {
      const { id, operation } = entry
      const callWith = await prepareCalls(open())
      const inputs = fc.record({
        query: operation.query ? arbitraryOf(operation.query) : fc.constant(undefined),
        body: operation.body ? arbitraryOf(operation.body) : fc.constant(undefined),
      })
      let succeeded = 0
      let compared = 0
      await fc.assert(
        fc.asyncProperty(inputs, async (input) => {
          const body = adjust[id]?.(input.body as object) ?? input.body
          const { status, json, response } = await callWith(operation, { ...input, body })
          if (status < 400) {
            succeeded += 1
            expect(status).toBe(operation.reply.status)
            // The other form of an answer is a stream of events.
            if (response.headers.get('content-type') !== 'application/json') {
              expect(operation.reply.kind).toBe('stream')
              return
            }
            compared += 1
            const parsed = operation.reply.schema.safeParse(json)
            expect(parsed.error?.issues ?? []).toEqual([])
            const valid = ajv.getSchema(answerPointer(operation, id, status))
            expect(valid, `${id} has a schema in the OpenAPI document`).toBeDefined()
            expect(valid?.(json), ajv.errorsText(valid?.errors)).toBe(true)
          } else {
            expect(status, JSON.stringify(json)).toBeLessThan(500)
            const problem = Problem.parse(json)
            expect(operationErrors(operation)).toContain(problem.code)
          }
        }),
        { numRuns: runs, seed: 20_261_012 },
      )
      if (id in refusedHere) expect(succeeded, refusedHere[id]).toBe(0)
      else expect(succeeded).toBeGreaterThan(0)
      if (operation.reply.kind === 'stream') expect(compared).toBeGreaterThan(0)
      else expect(compared).toBe(succeeded)
    },
  )
})

describe('the answer to a refused request', () => {
  let callWith: Awaited<ReturnType<typeof prepareCalls>>
  beforeAll(async () => {
    const store = memoryStore()
    callWith = await prepareCalls(store)
    return () => store.close()
  })

  test.each(operations.filter(({ operation }) => operation.body))(
    'of $id names the wrong field',
    async ({ operation }) => {
      const { body } = operation
      if (!body) throw new Error('Only operations with a body are tested here.')
      const fields = Object.keys(body.shape)
      const mistakes = fc.record({
        valid: arbitraryOf(body) as fc.Arbitrary<Record<string, unknown>>,
        field: fc.constantFrom(...fields),
        kind: fc.constantFrom('wrong type', 'unknown field', 'missing field'),
      })
      let refused = 0
      await fc.assert(
        fc.asyncProperty(mistakes, async ({ valid, field, kind }) => {
          const wrong = { ...valid }
          let param = field
          if (kind === 'wrong type') wrong[field] = [[]]
          if (kind === 'missing field') delete wrong[field]
          if (kind === 'unknown field') {
            param = 'no_such_field'
            wrong[param] = 1
          }
          // Without an optional field, a body is valid.
          if (body.safeParse(wrong).success) {
            expect(kind).toBe('missing field')
            return
          }
          refused += 1
          const { status, json } = await callWith(operation, { body: wrong })
          expect(status).toBe(400)
          const problem = Problem.parse(json)
          expect(problem.code).toBe('invalid_request')
          expect(problem.param?.split(/[.[]/)[0]).toBe(param)
        }),
        { numRuns: runs, seed: 20_261_012 },
      )
      expect(refused).toBeGreaterThanOrEqual(runs / 4)
    },
  )

  test.each(operations.filter(({ operation }) => operation.query))(
    'of $id names the wrong parameter',
    async ({ operation }) => {
      const names = Object.keys(operation.query?.shape ?? {})
      let refused = 0
      for (const name of [...names, 'no_such_parameter']) {
        const { status, json } = await callWith(operation, { query: { [name]: '\u0000' } })
        if (status === 200) continue
        refused += 1
        expect(status).toBe(400)
        expect(Problem.parse(json)).toMatchObject({ code: 'invalid_request', param: name })
      }
      expect(refused).toBeGreaterThan(0)
    },
  )
})

test('there are operations to try', () => {
  expect(operations.length).toBeGreaterThan(60)
})
