import type { ChatChunk } from '@doorkit/chat-stream'
import * as z from 'zod'
import { readUsageDays } from '../collections/usage-day.ts'
import type { StoredWorkspace } from '../collections/workspace.ts'
import type { TurnUsage } from '../ports/agent-turn-report.ts'
import type { Services } from '../services/services.ts'
import { firstCharacters } from '../text/first-characters.ts'
import { storableText } from '../text/storable-text.ts'
import { firstOfMonth, localDay } from '../values/days.ts'

const tokens = z.number().int().nonnegative().max(1_000_000_000).nullish()

/** The usage in the form of the AI SDK, with the model. */
const Usage = z.object({
  model: z.string().nullish(),
  inputTokens: tokens,
  outputTokens: tokens,
  cachedInputTokens: tokens,
  inputTokenDetails: z.object({ cacheReadTokens: tokens }).nullish(),
})

/**
 * The usage that a chunk reports in `messageMetadata.usage`, and the chunk without the usage, because
 * visitors must not see what an answer costs. The chunk is null if it contains nothing else.
 */
export function readUsage(chunk: ChatChunk): {
  readonly usage: TurnUsage | null
  readonly chunk: ChatChunk | null
} {
  const metadata: unknown = 'messageMetadata' in chunk ? chunk.messageMetadata : undefined
  if (typeof metadata !== 'object' || metadata === null || !('usage' in metadata)) {
    return { usage: null, chunk }
  }
  const { usage: given, ...others } = metadata
  const { success, data } = Usage.safeParse(given)
  const isEmpty = chunk.type === 'message-metadata' && Object.keys(others).length === 0
  return {
    usage: success
      ? {
          model: data.model ? firstCharacters(storableText(data.model), 200) : null,
          inputTokens: data.inputTokens ?? 0,
          outputTokens: data.outputTokens ?? 0,
          cachedInputTokens: data.cachedInputTokens ?? data.inputTokenDetails?.cacheReadTokens ?? 0,
        }
      : null,
    chunk: isEmpty ? null : ({ ...chunk, messageMetadata: others } as ChatChunk),
  }
}

/** Whether the agent of a workspace has used up its tokens of the month (UTC), in all processes together. */
export async function hasUsedUpTokens(
  { store, clock, tokensPerMonth }: Pick<Services, 'store' | 'clock' | 'tokensPerMonth'>,
  { id, data: { name, plan } }: StoredWorkspace,
): Promise<boolean> {
  if (tokensPerMonth === undefined) return false
  const allowed =
    typeof tokensPerMonth === 'function' ? await tokensPerMonth({ id, name, plan }) : tokensPerMonth
  if (allowed === Number.POSITIVE_INFINITY) return false
  const today = localDay(clock.now(), 'UTC')
  const days = await readUsageDays(store, id, firstOfMonth(today), today)
  const used = days.reduce(
    (sum, { columns }) => sum + columns.input_tokens + columns.output_tokens,
    0,
  )
  // If the host's function returns NaN, the workspace may use no tokens.
  return !(used < allowed)
}
