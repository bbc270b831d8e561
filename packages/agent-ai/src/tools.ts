import type { AgentTurn, Passage } from '@doorkit/server'
import { jsonSchema, type Tool, type ToolSet, tool, zodSchema } from 'ai'
import { marked } from './prompt/marked-content.ts'
import { passagesAsText } from './prompt/passages.ts'

/** What the tools of a turn report to the turn, and need of it. */
export interface ToolsOptions {
  /** The id of a call in the kit, for the model's own id of it. */
  idOf(toolCallId: string): string
  /** Called with the result of each call that succeeded. */
  onResult(name: string, output: unknown): void
  /** The number of a passage in the turn. */
  numberOf(passage: Passage): number
}

/** The tools of a turn as those of the AI SDK. The kit checks their input and their limits itself. */
export function toolsFor(
  { tools }: AgentTurn,
  { idOf, onResult, numberOf }: ToolsOptions,
): ToolSet {
  const bound = Object.values(tools).flatMap((one) => {
    if (!one) return []
    const { name, description, input, execute } = one
    const made: Tool = tool({
      description,
      // Not validated here: a schema that changes its input must do so once.
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

/** The tools of the AI SDK that a host adds, whose results count like those of the kit. */
export function ownTools(tools: ToolSet, { onResult }: Pick<ToolsOptions, 'onResult'>): ToolSet {
  const entries = Object.entries(tools).map(([name, one]) => {
    const { execute } = one
    if (!execute) return [name, one] as const
    const reported = async (...call: Parameters<typeof execute>) => {
      const output: unknown = await execute(...call)
      onResult(name, output)
      return output
    }
    return [name, { ...one, execute: reported } as Tool] as const
  })
  return Object.fromEntries(entries)
}

function asText(name: string, output: unknown, numberOf: (passage: Passage) => number): string {
  if (name === 'search_knowledge') {
    return passagesAsText((output as { passages: readonly Passage[] }).passages, numberOf)
  }
  return marked('result', JSON.stringify(output ?? null))
}
