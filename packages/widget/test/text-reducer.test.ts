import type { ChatChunk } from '@doorkit/chat-stream'
import { describe, expect, test } from 'vitest'
import { createTextReducer } from '../src/text-reducer.ts'

function textAfter(...chunks: readonly ChatChunk[]) {
  const reducer = createTextReducer()
  for (const chunk of chunks) reducer.push(chunk)
  return reducer.message.parts.map((part) => (part.type === 'text' ? part.text : part))
}

const textStart = (id: string): ChatChunk => ({ type: 'text-start', id })
const delta = (id: string, text: string): ChatChunk => ({ type: 'text-delta', id, delta: text })
const startStep: ChatChunk = { type: 'start-step' }

describe('the text that grows in the widget', () => {
  test('has a blank line between the texts of two steps', () => {
    const firstStep = [startStep, textStart('a'), delta('a', 'I will '), delta('a', 'look.')]
    const secondStep = [startStep, textStart('a'), delta('a', 'We open at nine.')]
    expect(textAfter(...firstStep, ...secondStep)).toEqual(['I will look.\n\nWe open at nine.'])
  })

  test('loses only the text of a step that is reset', () => {
    const firstStep = [startStep, textStart('a'), delta('a', 'I will look.')]
    const secondStep = [
      startStep,
      textStart('b'),
      delta('b', 'We open at'),
      { type: 'reset-step' } as const,
    ]
    expect(textAfter(...firstStep, ...secondStep)).toEqual(['I will look.'])
  })
})
