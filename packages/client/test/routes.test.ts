import { api, errorTable, type Operation } from '@doorkit/models'
import { expect, test } from 'vitest'
import { isPaged } from '../generate/is-paged.ts'
import { isRetryable } from '../src/attempt/unusable-answer.ts'
import { readRoute } from '../src/call/route.ts'
import { routes } from '../src/contract/routes.ts'
import { createClient } from '../src/index.ts'

const operations: Readonly<Record<string, Readonly<Record<string, Operation>>>> = api

test('the line of every operation matches the contract', () => {
  const readRoutes = Object.entries(routes).map(([resource, [path, lines, prefixes]]) => [
    resource,
    Object.entries(lines).map(([name, line]) =>
      readRoute(`${resource}.${name}`, path, line, prefixes),
    ),
  ])
  const expected = Object.entries(operations).map(([resource, definitions]) => [
    resource,
    Object.entries(definitions).map(([name, operation]) => {
      const { method, path, reply, body, query, cost } = operation
      return {
        operation: { id: `${resource}.${name}`, method, path, heavy: cost === 'heavy' },
        kind: reply.kind,
        hasInput: body !== undefined || query !== undefined,
        paged: isPaged(operation),
        prefixes: routes[resource]?.[2],
      }
    }),
  ])
  expect(readRoutes).toEqual(expected)
})

test('the id prefixes of every path match the contract', () => {
  for (const [resource, definitions] of Object.entries(operations)) {
    const prefixes = routes[resource]?.[2]?.split(' ') ?? []
    for (const [name, { params = {} }] of Object.entries(definitions)) {
      for (const [index, schema] of Object.values(params).entries()) {
        const { success } = schema.safeParse(`${prefixes[index]}1`)
        expect(success, `${resource}.${name}`).toBe(true)
      }
    }
  }
})

test('every operation has at most two ids and one input, and a stream has a body', () => {
  const allOperations = Object.values(operations).flatMap((definitions) =>
    Object.values(definitions),
  )
  const writtenLines = Object.values(routes).flatMap(([, lines]) => Object.values(lines))
  expect(writtenLines).toHaveLength(allOperations.length)
  expect(allOperations.length).toBeGreaterThan(20)
  for (const { path, body, query, reply, method } of allOperations) {
    // The types name up to two ids of a path, and have one parameter for the input.
    expect(path.split('{').length - 1).toBeLessThanOrEqual(2)
    expect(body && query).toBeUndefined()
    expect(query === undefined || method === 'GET').toBe(true)
    expect(reply.kind === 'stream' ? body : true).toBeTruthy()
  }
})

test('only chat sessions have the method `stream`', () => {
  const streaming = Object.entries(createClient()).filter(([, methods]) => 'stream' in methods)
  expect(streaming.map(([resource]) => resource)).toEqual(['chatSessions'])
})

test('a refusal is retried as the contract says', () => {
  const codes = Object.entries(errorTable)
  expect(codes.length).toBeGreaterThan(10)
  for (const [code, { retry, statuses }] of codes) {
    for (const status of statuses) {
      expect(isRetryable(status, code), code).toBe(retry === 'soon' || retry === 'after')
    }
  }
})
