import { describe, expect, test } from 'vitest'
import { requireProgram } from './support/runtimes.ts'

describe('a runtime that is not installed', () => {
  test('is a failure with an install instruction', () => {
    expect(() => requireProgram('Bun', '/nowhere/bun')).toThrow(
      'Bun is missing at /nowhere/bun: run npm ci',
    )
  })

  test('is not a failure if it exists', () => {
    expect(requireProgram('Node', process.execPath)).toBe(process.execPath)
  })
})
