import { readdirSync, readFileSync } from 'node:fs'
import { api, errorCodes, type Operation } from '@doorkit/models'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { openEnumerations } from '../../generate/open-enumerations.ts'
import { createClient, isKnown, type KnownValue, knownValues } from '../../src/index.ts'

type Name = keyof typeof knownValues

const names = Object.keys(knownValues) as Name[]
const words = [...new Set(openEnumerations.flatMap(({ values }) => values))]

/** Words that every guard is tested with, besides all words of the contract. */
const unknownWords = ['', ' ', 'API', 'api ', 'tomorrow', 'constructor', '__proto__', 'length', '0']

function knownValuesOf(name: Name): readonly KnownValue<Name>[] {
  const guard = (value: string | null | undefined): value is KnownValue<Name> =>
    isKnown(name, value)
  expect([null, undefined].filter(guard)).toEqual([])
  return [...new Set([...words, ...unknownWords])].filter(guard)
}

describe('the table of known values', () => {
  test.each(openEnumerations)('has the values of the contract for $fields', ({ name, values }) => {
    expect(knownValuesOf(name as Name).toSorted()).toEqual(values.toSorted())
  })

  test('has every enumeration that may grow', () => {
    expect(names).toEqual(openEnumerations.map(({ name }) => name))
    const folder = new URL('../../src/contract/resources/', import.meta.url)
    const openTypes = readdirSync(folder).flatMap(
      (file) =>
        readFileSync(new URL(file, folder), 'utf8').match(/(?<!Id \| )\(string & \{\}\)/g) ?? [],
    )
    // Only the codes of errors belong to no resource.
    const fields = openEnumerations.flatMap((one) => one.fields)
    expect(fields).toHaveLength(openTypes.length + 1)
    expect(openTypes.length).toBeGreaterThan(30)
  })

  test("has every enumeration in the JSON Schemas of the contract's answers", () => {
    const operations: readonly Operation[] = Object.values(api).flatMap((resource) =>
      Object.values<Operation>(resource),
    )
    const enumerations = operations.flatMap(({ reply }) => enumsIn(answerSchema(reply)))
    const knownSets = new Set(names.map((name) => knownValuesOf(name).toSorted().join()))
    expect(enumerations.length).toBeGreaterThan(100)
    for (const values of [...enumerations, errorCodes]) {
      expect(knownSets, values.join()).toContain(values.toSorted().join())
    }
  })
})

function answerSchema(reply: Operation['reply']): unknown {
  return z.toJSONSchema(reply.kind === 'list' ? reply.item : reply.schema)
}

function enumsIn(schema: unknown): readonly (readonly string[])[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'enum' in schema && Array.isArray(schema.enum) ? [schema.enum.map(String)] : []
  return [...own, ...Object.values(schema).flatMap(enumsIn)]
}

test('a value that this version does not know is passed on unchanged', async () => {
  const contact = { id: 'ct_1', object: 'contact', source: 'carrier_pigeon' }
  const doorkit = createClient({
    apiKey: 'dk_test_key',
    baseUrl: 'https://api.example.com/v1',
    fetch: async () => Response.json(contact),
  })
  const { source } = await doorkit.contacts.get('ct_1')
  expect(source).toBe('carrier_pigeon')
  expect(isKnown('ContactSource', source)).toBe(false)
})
