import { readdirSync, readFileSync } from 'node:fs'
import { api, errorCodes, type Operation } from '@doorkit/models'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createClient, isKnownContactSource } from '../src/index.ts'
import * as knownValues from '../src/known-values.ts'
import { openEnumerations } from './surface/open-enumerations.ts'

type Guard = (value: string | null | undefined) => boolean

const guards = new Map<string, Guard>(Object.entries(knownValues))
const words = [...new Set(openEnumerations.flatMap(({ values }) => values))]

/** What is asked of every guard, besides all words of the contract. */
const unheardOf = ['', ' ', 'API', 'api ', 'tomorrow', 'constructor', '__proto__', 'length', '0']

function valuesKnownTo(name: string): readonly string[] {
  const guard = guards.get(name) ?? expect.fail(`${name} is missing`)
  expect([null, undefined].filter(guard)).toEqual([])
  return [...words, ...unheardOf].filter(guard)
}

describe('the guards of enumerations', () => {
  test.each(openEnumerations)('know of $fields what the contract has', ({ name, values }) => {
    expect(valuesKnownTo(`isKnown${name}`).toSorted()).toEqual(values.toSorted())
  })

  test('are as many as there are enumerations that may grow', () => {
    expect(guards.size).toBe(openEnumerations.length)
    const folder = new URL('../src/resources/', import.meta.url)
    const open = readdirSync(folder).flatMap(
      (file) => readFileSync(new URL(file, folder), 'utf8').match(/\(string & \{\}\)/g) ?? [],
    )
    // The codes of errors are the only one that no resource has.
    const fields = openEnumerations.flatMap((one) => one.fields)
    expect(fields).toHaveLength(open.length + 1)
    expect(open.length).toBeGreaterThan(30)
  })

  test('know whatever JSON Schema finds in the answers of the contract', () => {
    const operations: readonly Operation[] = Object.values(api).flatMap((resource) =>
      Object.values<Operation>(resource),
    )
    const found = operations.flatMap(({ reply }) => enumsIn(answerSchema(reply)))
    const known = new Set([...guards.keys()].map((name) => valuesKnownTo(name).toSorted().join()))
    expect(found.length).toBeGreaterThan(100)
    for (const values of [...found, errorCodes]) {
      expect(known, values.join()).toContain(values.toSorted().join())
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

test('a value that this version does not know arrives as it came', async () => {
  const contact = { id: 'ct_1', object: 'contact', source: 'carrier_pigeon' }
  const doorkit = createClient({
    apiKey: 'dk_test_key',
    baseUrl: 'https://api.example.com/v1',
    fetch: async () => Response.json(contact),
  })
  const { source } = await doorkit.contacts.get('ct_1')
  expect(source).toBe('carrier_pigeon')
  expect(isKnownContactSource(source)).toBe(false)
})
