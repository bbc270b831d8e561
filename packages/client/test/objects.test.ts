import { readFileSync } from 'node:fs'
import { api, type Operation } from '@doorkit/models'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test('every object that an operation answers with has a name', () => {
  const named = [...read('../src/objects.ts').matchAll(/^export type (\w+) = /gm)]
  const exported = [...read('../src/index.ts').matchAll(/^ {2}(\w+),$/gm)]
  const namesOf = (matches: RegExpExecArray[]) => matches.map(([, name]) => name)
  const operations: Operation[] = Object.values(api).flatMap((resource) => Object.values(resource))
  let checked = 0
  for (const { reply } of operations) {
    const schema = reply.kind === 'list' ? reply.item : reply.schema
    const name = schema.meta()?.id
    if (name === undefined) continue
    expect(namesOf(named)).toContain(name)
    expect(namesOf(exported)).toContain(name)
    checked++
  }
  expect(checked).toBeGreaterThan(25)
})
