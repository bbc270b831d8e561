import type * as z from 'zod'
import type { AgentTurn } from './agent.ts'

/** The context of a tool call. */
export interface ToolCall {
  /** Aborted when the time limit of the tool has passed, the agent ends the call, or the turn ends early. */
  readonly signal: AbortSignal
  /** The id of this call: a model's own, or one of the kit's. */
  readonly toolCallId: string
  /** The turn that calls the tool, with its workspace, session and visitor. */
  readonly turn: Omit<AgentTurn, 'tools'>
}

/**
 * A tool of the host's own that an agent can use, passed to `createDoorkit({ tools })`. Declare it with
 * {@link defineTool}.
 */
export interface AgentTool<Input = unknown, Output = unknown> {
  /** 1 to 64 lowercase letters, digits and `_`; not the name of a tool of the kit. */
  readonly name: string
  /** Tells a model what the tool does and when to use it. */
  readonly description: string
  /**
   * The schema of the tool's input. Leave out the ids of the workspace and the conversation: `call.turn`
   * has them.
   */
  readonly input: z.ZodType<Input>
  /** How long one call may take, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number | undefined
  /**
   * Performs a call with checked input. The output must be JSON. The host is responsible for the effects
   * of the call: they remain if the turn fails.
   */
  execute(input: Input, call: ToolCall): Promise<Output> | Output
}

/** Declares a tool of the host's own. The type of its input comes from its schema. */
export function defineTool<Input, Output>(tool: AgentTool<Input, Output>): AgentTool {
  return tool
}
