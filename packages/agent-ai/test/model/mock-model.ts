import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test'

/** One output of a scripted model: a text or a tool call. A step has a list of outputs. */
export type ModelOutput =
  | string
  | { readonly tool: string; readonly input?: unknown; readonly id?: string }

const usage = {
  inputTokens: { total: 100, noCache: 60, cacheRead: 40, cacheWrite: 0 },
  outputTokens: { total: 20, text: 20, reasoning: 0 },
}

/**
 * A model whose steps are scripted by a function. It streams pieces of a few characters.
 *
 * @param act - returns the outputs of a request. `step` is the number of requests before it.
 */
export function scriptedModel(
  act: (call: LanguageModelV4CallOptions, step: number) => readonly ModelOutput[],
): MockLanguageModelV4 {
  let steps = 0
  return new MockLanguageModelV4({
    modelId: 'scripted',
    doStream: async (call) => {
      const outputs = act(call, steps)
      steps += 1
      const parts: LanguageModelV4StreamPart[] = [
        { type: 'stream-start', warnings: [] } as const,
        ...outputs.flatMap((item, at) => partsOf(item, `${steps}_${at}`)),
        {
          type: 'finish',
          usage,
          finishReason: {
            unified: outputs.some((item) => typeof item !== 'string') ? 'tool-calls' : 'stop',
            raw: undefined,
          },
        } as const,
      ]
      return { stream: convertArrayToReadableStream(parts) }
    },
  })
}

/** A model that does these steps, one after the other, and then says nothing more. */
export function modelOf(...steps: readonly (readonly ModelOutput[])[]): MockLanguageModelV4 {
  return scriptedModel((_, step) => steps[step] ?? [])
}

function partsOf(item: ModelOutput, id: string): LanguageModelV4StreamPart[] {
  if (typeof item === 'string') {
    const deltas = item.match(/[\s\S]{1,7}/g) ?? []
    return [
      { type: 'text-start', id },
      ...deltas.map((delta) => ({ type: 'text-delta', id, delta }) as const),
      { type: 'text-end', id },
    ]
  }
  const { tool, input = {} } = item
  const text = typeof input === 'string' ? input : JSON.stringify(input)
  return [{ type: 'tool-call', toolCallId: item.id ?? `tool_${id}`, toolName: tool, input: text }]
}

/** The prompt of a call as text. */
export const promptText = ({ prompt }: LanguageModelV4CallOptions) => JSON.stringify(prompt)
