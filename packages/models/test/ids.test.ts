import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import * as models from '../src/index.ts'
import { prefixTable } from './contract-tables.ts'

const { idPrefixes } = models

/** `personalLink` has the schema `PersonalLinkId`. */
function schemaOf(kind: string): z.ZodType {
  const name = `${kind[0]?.toUpperCase()}${kind.slice(1)}Id`
  const schema = Object.entries(models).find(([exported]) => exported === name)?.[1]
  if (!schema) throw new Error(`There is no ${name}.`)
  return schema as z.ZodType
}

describe('the ids', () => {
  test('have the specified prefixes', () => {
    const specified = Object.fromEntries(prefixTable.map(([prefix, kind]) => [kind, prefix]))
    expect(idPrefixes).toMatchObject(specified)
    expect(prefixTable).toHaveLength(19)
  })

  test('of one kind are refused as ids of every other kind', () => {
    let pairs = 0
    for (const kind of Object.keys(idPrefixes)) {
      for (const [otherKind, prefix] of Object.entries(idPrefixes)) {
        const accepted = schemaOf(kind).safeParse(`${prefix}8Zk2`).success
        expect(accepted, `${prefix} as ${kind}`).toBe(kind === otherKind)
        pairs += 1
      }
    }
    expect(pairs).toBe(Object.keys(idPrefixes).length ** 2)
    expect(pairs).toBeGreaterThanOrEqual(361)
  })

  test('have prefixes, none of which is the beginning of another', () => {
    const prefixes = Object.values(idPrefixes)
    const clashes = prefixes.flatMap((one) =>
      prefixes.filter((other) => other !== one && other.startsWith(one)),
    )
    expect(clashes).toEqual([])
  })

  test.each([
    'ct_',
    'ct',
    'CT_1',
    ' ct_1',
    'ct_1 ',
    'ct_1\n',
    'ct_a/b',
    'ct_..',
    'ct_%2e',
    'ct_ä',
    `ct_${'a'.repeat(65)}`,
  ])('of contacts cannot be %j', (id) => {
    expect(models.ContactId.safeParse(id).success).toBe(false)
  })

  test.each(['ct_1', 'ct_8Zk2', 'ct_a-b_C', `ct_${'a'.repeat(64)}`])(
    'of contacts can be %s',
    (id) => {
      expect(models.ContactId.parse(id)).toBe(id)
    },
  )
})
