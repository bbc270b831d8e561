import { describe, expect, test } from 'vitest'
import { previewOf } from '../../src/collections/conversation.ts'

describe('conversation, preview', () => {
  test('it is the first 140 characters of the first message', () => {
    expect(previewOf('Hello')).toBe('Hello')
    expect(previewOf('a'.repeat(140))).toBe('a'.repeat(140))
    expect(previewOf(`${'a'.repeat(140)}b`)).toBe('a'.repeat(140))
  })

  test('characters beyond the basic plane count once and are never cut in two', () => {
    expect(previewOf('😀'.repeat(200))).toBe('😀'.repeat(140))
    expect(previewOf(`${'a'.repeat(139)}😀b`)).toBe(`${'a'.repeat(139)}😀`)
  })
})
