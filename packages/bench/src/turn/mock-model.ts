import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test'

const usage = {
  inputTokens: { total: 900, noCache: 100, cacheRead: 800, cacheWrite: 0 },
  outputTokens: { total: 30, text: 30, reasoning: 0 },
}
const words = 'We open at nine in the morning and close at half past five in the evening.'

/** A model without delay: it searches the knowledge in its first step, and answers in its second. */
export function createMockModel(): MockLanguageModelV4 {
  let calls = 0
  return new MockLanguageModelV4({
    modelId: 'mock',
    async doStream({ prompt }) {
      const isAnswer = prompt.at(-1)?.role === 'tool'
      const question = JSON.stringify(prompt.findLast(({ role }) => role === 'user')?.content)
      const input = JSON.stringify({ query: question.slice(-80) })
      const toolCallId = `call_${++calls}`
      const parts = isAnswer
        ? [
            { type: 'text-start', id: 'answer' } as const,
            ...(words.match(/\s*\S+/g) ?? []).map(
              (delta) => ({ type: 'text-delta', id: 'answer', delta }) as const,
            ),
            { type: 'text-end', id: 'answer' } as const,
          ]
        : [{ type: 'tool-call', toolCallId, toolName: 'search_knowledge', input } as const]
      return {
        stream: convertArrayToReadableStream([
          { type: 'stream-start', warnings: [] } as const,
          ...parts,
          {
            type: 'finish',
            usage,
            finishReason: { unified: isAnswer ? 'stop' : 'tool-calls', raw: undefined },
          } as const,
        ]),
      }
    },
  })
}
