import type { AgentTurn, Passage } from '@doorkit/server'
import { jsonSchema, type Tool, type ToolSet, tool, zodSchema } from 'ai'
import { marked } from './prompt/marked-content.ts'
import { passagesAsText } from './prompt/passages.ts'

/** The functions that connect tools to their turn. */
export interface ToolsOptions {
  /** Returns the kit's id of a call, for the model's own id. */
  idOf(toolCallId: string): string
  /** Called with the result of each successful call. */
  onResult(name: string, output: unknown): void
  numberOf(passage: Passage): number
}

/**
 * Converts the tools of a turn to tools of the AI SDK. The kit itself checks their input and their
 * limits.
 */
export function toolsFor(
  { tools }: AgentTurn,
  { idOf, onResult, numberOf }: ToolsOptions,
): ToolSet {
  const bound = Object.values(tools).flatMap((one) => {
    if (!one) return []
    const { name, description, input, execute } = one
    const made: Tool = tool({
      description,
      // The input is not validated here, because a schema that changes its input must do so only once.
      inputSchema: jsonSchema(() => zodSchema(input).jsonSchema),
      async execute(given: unknown, { toolCallId, abortSignal }) {
        const output = await execute(given, { toolCallId: idOf(toolCallId), signal: abortSignal })
        onResult(name, output)
        return output
      },
      toModelOutput: ({ output }) => ({ type: 'text', value: asText(name, output, numberOf) }),
    })
    return [[name, made] as const]
  })
  return Object.fromEntries(bound)
}

/** Wraps the AI SDK tools of a host, so that `onResult` gets their results too. */
export function wrapHostTools(
  tools: ToolSet,
  { onResult }: Pick<ToolsOptions, 'onResult'>,
): ToolSet {
  const entries = Object.entries(tools).map(([name, one]) => {
    const { execute } = one
    if (!execute) return [name, one] as const
    const reported = async (...call: Parameters<typeof execute>) => {
      const output = await lastOf(execute(...call))
      onResult(name, output)
      return output
    }
    return [name, { ...one, execute: reported } as Tool] as const
  })
  return Object.fromEntries(entries)
}

/** The output of a call. A tool may stream its output, and then only the last value is the result. */
async function lastOf(output: unknown): Promise<unknown> {
  if (!isAsyncIterable(output)) return output
  let last: unknown
  for await (const value of output) last = value
  return last
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

function asText(name: string, output: unknown, numberOf: (passage: Passage) => number): string {
  if (name === 'search_knowledge') {
    return passagesAsText((output as { passages: readonly Passage[] }).passages, numberOf)
  }
  return marked('result', JSON.stringify(output ?? null))
}
