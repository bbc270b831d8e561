import { describe, expect, test } from 'vitest'
import { grantsScope, isScope, presetScopes, type Scope, scopes, scopeTable } from '../src/index.ts'
import { scopeNames } from './contract-tables.ts'

describe('the scopes', () => {
  test('are the specified scopes, in the order of docs/api.md', () => {
    expect(scopes).toEqual(scopeNames)
    expect(scopes).toHaveLength(15)
  })

  test('each say what they allow, in one sentence', () => {
    const sentences = Object.values(scopeTable)
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].+\.$/)
    expect(new Set(sentences).size).toBe(15)
  })
})

describe('grantsScope', () => {
  test('accepts the scope itself and, for a read scope, its write scope, and nothing else', () => {
    let pairs = 0
    for (const keyScope of scopes) {
      for (const needed of scopes) {
        const isSame = keyScope === needed
        const isItsWrite =
          keyScope.endsWith(':write') && needed === keyScope.replace(':write', ':read')
        expect(grantsScope([keyScope], needed), `${keyScope} for ${needed}`).toBe(
          isSame || isItsWrite,
        )
        pairs += 1
      }
    }
    expect(pairs).toBe(225)
  })

  test('checks all the scopes of a key', () => {
    expect(grantsScope(['events:read', 'contacts:write', 'chat:write'], 'contacts:read')).toBe(true)
  })

  test('refuses a key without scopes', () => {
    expect(grantsScope([], 'contacts:read')).toBe(false)
  })

  test('does not let a read scope write', () => {
    expect(grantsScope(['contacts:read'], 'contacts:write')).toBe(false)
  })
})

describe('presetScopes', () => {
  test('returns every read scope, and no other, for `read_only`', () => {
    expect(presetScopes('read_only')).toEqual([
      'conversations:read',
      'contacts:read',
      'meetings:read',
      'analytics:read',
      'events:read',
      'knowledge:read',
      'agent:read',
      'experiments:read',
    ])
  })

  test('returns every scope for `full_access`, as a new list each time', () => {
    const granted = presetScopes('full_access')
    expect(granted).toEqual(scopes)
    granted.pop()
    expect(presetScopes('full_access')).toHaveLength(15)
  })
})

describe('isScope', () => {
  test('distinguishes scopes from other strings', () => {
    expect(scopes.every(isScope)).toBe(true)
    const others = [
      'none',
      '',
      'contacts',
      'contacts:delete',
      'constructor',
      '__proto__',
      ' chat:write',
    ]
    expect(others.filter((name) => isScope(name) || scopes.includes(name as Scope))).toEqual([])
  })
})
