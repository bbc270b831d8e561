import { describe, expect, test } from 'vitest'
import { requireProgram } from './support/runtimes.ts'

describe('a required program', () => {
  test('that is missing fails with an instruction to install it', () => {
    expect(() => requireProgram('Bun', '/nowhere/bun')).toThrow(
      'Bun is missing at /nowhere/bun: run npm ci',
    )
  })

  test('that exists is returned', () => {
    expect(requireProgram('Node', process.execPath)).toBe(process.execPath)
  })
})
