import type { Operation } from '@doorkit/models'
import type { Store } from '@doorkit/store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { collections } from '../../src/collections/all-collections.ts'
import { createPopulatedKit, operations, pathWith } from '../contract/fixture.ts'
import { arbitraryOf } from '../support/arbitrary.ts'

const address = 'zq.marked@example.com'
const mark = 'zqmark'

/** Operations that accept an address but store none of a visitor, each with the reason. */
const others: Readonly<Record<string, string>> = {
  'agent.update': 'The address is where the team receives handoffs.',
  'personalLinks.buildUrl': 'The address becomes part of a URL, and is not stored.',
  'privacy.export': 'The address names the person to export.',
  'privacy.erase': 'The address names the person to erase.',
}

/** The channel of a session and the path of its page, which are not about the person. */
const impersonalFields = [
  'chat_sessions.channel',
  'conversations.channel',
  'conversations.page_url',
]

/** Fields that must name an existing row. */
const references = ['visit']

/** A value of a schema with the address in every address, and a mark of its own in every free text. */
function marked(schema: z.ZodType, next = { mark: 1 }): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return marked(schema.unwrap() as z.ZodType, next)
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.ZodType>).filter(
      ([name]) => !references.includes(name),
    )
    return Object.fromEntries(fields.map(([name, field]) => [name, marked(field, next)]))
  }
  const own = `${mark}${next.mark++}z`
  const texts = [own, address, { [mark]: own }]
  const fitting = texts.find((text) => schema.safeParse(text).success)
  if (fitting !== undefined) return fitting
  return fc.sample(arbitraryOf(schema), { numRuns: 1, seed: 1 })[0]
}

const isAboutPerson = ({ body }: Operation) =>
  body !== undefined && JSON.stringify(marked(body)).includes(address)

/** The fields of the store that contain a mark, as `collection.field`. */
async function markedFields(store: Store): Promise<string[]> {
  const found = new Set<string>()
  for (const { plan } of collections) {
    for (const { name } of plan.indexes) {
      const query = { in: plan.name, index: name, where: [], dir: 'asc', limit: 1_000 } as const
      for (const { columns, data } of await store.list(query)) {
        for (const [field, value] of Object.entries({ ...columns, ...(data as object | null) })) {
          const text = JSON.stringify(value) ?? ''
          if (text.includes(address) || text.includes(mark)) found.add(`${plan.name}.${field}`)
        }
      }
    }
  }
  return [...found].sort()
}

const personal = operations.filter(
  ({ id, operation }) => !(id in others) && isAboutPerson(operation),
)

test.each(personal)(
  'everything about a person that $id accepts is exported and erased',
  async ({ operation }) => {
    const { kit, call, ids } = await createPopulatedKit()
    const { method } = operation
    const body = marked(operation.body as z.ZodType)
    const headers = { 'Idempotency-Key': 'marked' }
    const send = () => call(method, pathWith(operation, ids), { body, headers })
    const sent = await send()
    expect(sent.status, sent.text).toBeLessThan(300)
    const stored = await markedFields(kit.store)
    expect(stored).not.toEqual([])
    const about = { body: { email: address } }
    const { text } = await call('POST', '/privacy/exports', about)
    const accepted = JSON.stringify(body).match(/zqmark\d+z/g) ?? []
    expect(accepted).not.toEqual([])
    const missing = accepted.filter((own) => !text.includes(own))
    expect(missing, `Declare what is missing of ${stored.join(', ')} as \`exported\`.`).toEqual([])
    expect((await call('POST', '/privacy/erasures', about)).status).toBe(201)
    const left = (await markedFields(kit.store)).filter(
      (field) => !impersonalFields.includes(field),
    )
    const help = `An erasure leaves ${left.join(', ')}: declare the field as personal in the collection.`
    expect(left, help).toEqual([])
    expect((await send()).text, 'A replay shows what was erased.').not.toContain(mark)
  },
)

test('every operation that accepts an address is tested, or stores no address of a visitor', () => {
  const ids = operations.filter(({ operation }) => isAboutPerson(operation)).map(({ id }) => id)
  expect(ids.sort()).toEqual([...personal.map(({ id }) => id), ...Object.keys(others)].sort())
  expect(personal.length).toBeGreaterThan(1)
})
