import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { errorCodes, type Operation, operationErrors, scopes } from '../src/index.ts'
import { heavyOperations, operationTable } from './contract-tables.ts'
import { forEachOperation, operations } from './operations.ts'

const operationCount = operationTable.length

const route = ({ method, path }: Operation): string => `${method} ${path}`

const segments = (path: string): string[] => path.split('/').slice(1)

/** Whether one address can match both paths. */
function overlap(one: string, other: string): boolean {
  const [left, right] = [segments(one), segments(other)]
  return (
    left.length === right.length &&
    left.every((part, index) => {
      const opposite = right[index] ?? ''
      return part === opposite || part.startsWith('{') || opposite.startsWith('{')
    })
  )
}

describe('the list of operations', () => {
  test('has the operations of the API, with their methods, paths, scopes, costs and statuses', () => {
    const actual = operations.map(({ resource, name, operation }) => [
      resource,
      name,
      operation.method,
      operation.path,
      operation.scope,
      operation.cost,
      String(operation.reply.status),
      operation.extension ? 'added' : 'specified',
    ])
    expect(actual.map((row) => row.join(' ')).sort()).toEqual(
      operationTable.map((row) => row.join(' ')).sort(),
    )
    expect(operationCount).toBeGreaterThan(60)
  })

  test('has no two operations with the same method and path', () => {
    const routes = operations.map(({ operation }) => route(operation))
    expect(routes.length - new Set(routes).size).toBe(0)
    expect(routes).toHaveLength(operationCount)
  })

  test('has no two paths that match the same address', () => {
    const paths = [...new Set(operations.map(({ operation }) => operation.path))]
    const pairs = paths.flatMap((one, index) =>
      paths.slice(index + 1).map((other) => ({ one, other })),
    )
    expect(pairs.filter(({ one, other }) => overlap(one, other))).toEqual([])
    expect(pairs).toHaveLength((paths.length * (paths.length - 1)) / 2)
    expect(paths.length).toBeGreaterThan(20)
    expect(overlap('/contacts/{id}', '/contacts/search')).toBe(true)
    expect(overlap('/contacts/{id}', '/contacts/{contact}')).toBe(true)
    expect(overlap('/contacts/{id}', '/meetings/{id}')).toBe(false)
    expect(overlap('/contacts', '/contacts/{id}')).toBe(false)
  })
})

describe('the summary of an operation', () => {
  // `chatSessions` is in chat-sessions.ts.
  const sourceOf = (resource: string): string => {
    const file = resource.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    return readFileSync(new URL(`../src/resources/${file}.ts`, import.meta.url), 'utf8')
  }

  function readDocComments(source: string): Map<string, string> {
    const found = source.matchAll(/\n {2}\/\*\*\s*((?:(?!\*\/)[\s\S])*?)\s*\*\/\n {2}(\w+): \{/g)
    return new Map(
      [...found].map(([, text = '', name = '']) => [name, text.replaceAll(/\s*\n\s*\*\s*/g, ' ')]),
    )
  }

  test('is the doc comment above it', () => {
    let compared = 0
    for (const { resource, name, operation } of operations) {
      expect(readDocComments(sourceOf(resource)).get(name), `${resource}.${name}`).toBe(
        operation.summary,
      )
      compared += 1
    }
    expect(compared).toBe(operationCount)
  })

  test('begins with a capital letter, ends with a full stop, and has at most 90 characters', () => {
    forEachOperation(({ summary }, id) => {
      expect(summary, id).toMatch(/^[A-Z].{10,88}\.$/)
    })
  })
})

describe('the scopes', () => {
  test('are all needed by some operation', () => {
    const used = new Set(operations.map(({ operation }) => operation.scope))
    expect(scopes.filter((scope) => !used.has(scope))).toEqual([])
  })

  test('are required by all operations but the two that describe the API key and its workspace', () => {
    const open = operations.filter(({ operation }) => operation.scope === 'none')
    expect(open.map(({ id }) => id).sort()).toEqual(['me.get', 'workspace.get'])
  })

  test('allow no write if they are read scopes', () => {
    // This operation is a POST only to keep a person's details out of URLs. It changes nothing.
    const readsByPost = ['personalLinks.buildUrl']
    forEachOperation(({ scope, method }, id) => {
      if (method !== 'GET' && !readsByPost.includes(id)) expect(scope, id).toMatch(/:write$/)
    })
  })
})

describe('the errors', () => {
  test('each occur in an answer of some operation', () => {
    const used = new Set(operations.flatMap(({ operation }) => operationErrors(operation)))
    expect(errorCodes.filter((code) => !used.has(code))).toEqual([])
    expect(used.size).toBe(15)
  })

  test('of an operation are listed once each, without the errors that its shape implies', () => {
    forEachOperation((operation, id) => {
      const { errors = [], ...shape } = operation
      const implied = operationErrors(shape as Operation)
      expect(
        errors.filter((code) => implied.includes(code)),
        id,
      ).toEqual([])
      expect(operationErrors(operation), id).toEqual([...implied, ...errors])
    })
  })

  test('include `not_found` only where the path names an object', () => {
    forEachOperation((operation, id) => {
      expect(operationErrors(operation).includes('not_found'), id).toBe(
        operation.path.includes('{'),
      )
    })
  })

  test('include the errors of idempotency only on writes', () => {
    forEachOperation((operation, id) => {
      const codes = operationErrors(operation)
      const isWrite = operation.method !== 'GET'
      expect(codes.includes('idempotency_key_in_use'), id).toBe(isWrite)
      expect(codes.includes('idempotency_key_reused'), id).toBe(isWrite)
    })
  })
})

describe('the cost', () => {
  test('is heavy for six operations only', () => {
    const heavy = operations.filter(({ operation }) => operation.cost === 'heavy')
    expect(heavy.map(({ operation }) => route(operation)).sort()).toEqual(
      [...heavyOperations].sort(),
    )
    expect(heavyOperations).toHaveLength(6)
  })
})
