import type { ChatChunk } from '@doorkit/chat-stream'
import type { TextStreamPart, ToolSet } from 'ai'

type FinishedStep = Extract<TextStreamPart<ToolSet>, { readonly type: 'finish-step' }>

/**
 * Counts the tokens of a turn. It reports after every step, and the kit uses the last report, so the
 * finished steps of a failed turn count as well.
 */
export function createUsage() {
  let inputTokens = 0
  let outputTokens = 0
  let cachedInputTokens = 0
  return {
    /** Returns the chunk that reports the tokens of this step and all earlier ones. */
    afterStep({ usage, response }: FinishedStep): ChatChunk {
      inputTokens += usage.inputTokens ?? 0
      outputTokens += usage.outputTokens ?? 0
      cachedInputTokens += usage.inputTokenDetails.cacheReadTokens ?? 0
      return {
        type: 'message-metadata',
        messageMetadata: {
          usage: { model: response.modelId, inputTokens, outputTokens, cachedInputTokens },
        },
      }
    },
  }
}
