import { describe, expect, test, vi } from 'vitest'
import { ChatStreamError } from '../src/index.ts'

describe('a chat stream error', () => {
  test('is recognised by another copy of its class', async () => {
    vi.resetModules()
    const copy = await import('../src/index.ts')
    expect(copy.ChatStreamError).not.toBe(ChatStreamError)
    const error: unknown = new copy.ChatStreamError('stalled', 'Nothing came.')
    expect(error).toBeInstanceOf(ChatStreamError)
    expect(Object.getPrototypeOf(error)).not.toBe(ChatStreamError.prototype)
  })

  test('is not what merely looks like one', () => {
    const alike = Object.assign(new Error('Nothing came.'), {
      name: 'ChatStreamError',
      code: 'stalled',
    })
    for (const value of [alike, new Error(), {}, null, undefined, 'stalled']) {
      expect(value instanceof ChatStreamError).toBe(false)
    }
  })

  test('keeps classes apart that a user derives', () => {
    class Mine extends ChatStreamError {}
    expect(new Mine('stalled', '')).toBeInstanceOf(ChatStreamError)
    expect(new Mine('stalled', '')).toBeInstanceOf(Mine)
    expect(new ChatStreamError('stalled', '')).not.toBeInstanceOf(Mine)
  })

  test('shows nothing of how it is recognised', () => {
    expect(Object.keys(new ChatStreamError('stalled', ''))).toEqual(['name', 'code'])
  })
})
