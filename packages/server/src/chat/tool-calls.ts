import type * as z from 'zod'
import type { AgentTurn, ToolOutcome } from '../ports/agent.ts'
import type { AgentTool } from '../ports/agent-tool.ts'
import { ToolError, type TurnTool } from '../ports/agent-turn-tool.ts'
import { withinTime } from '../ports/time-limit.ts'
import type { Services } from '../services/services.ts'

/** How often one turn may make the same call. */
const mostRepeats = 3
/** How many calls one turn may make. */
const mostCalls = 20
const defaultTimeoutMs = 10_000

/** A tool to bind to a turn. */
export interface ToolToBind<Input, Output>
  extends Pick<AgentTool<Input, Output>, 'name' | 'description' | 'input' | 'timeoutMs'> {
  execute(
    input: Input,
    call: { readonly signal: AbortSignal; readonly toolCallId: string },
  ): Promise<Output> | Output
}

/**
 * Makes the function that binds tools to a turn, within limits: the time of a call, the number of equal
 * calls and the number of all calls. The result also records how each call ended.
 */
export function createToolCalls(
  { clock, logger }: Pick<Services, 'clock' | 'logger'>,
  { answerId, signal: turnSignal }: Pick<AgentTurn, 'answerId' | 'signal'>,
) {
  const calls = new Map<string, Promise<unknown>>()
  const outcomes = new Map<string, ToolOutcome>()
  const repeats = new Map<string, number>()

  async function perform<Input, Output>(
    { name, input: schema, timeoutMs, execute }: ToolToBind<Input, Output>,
    given: unknown,
    { id, signals }: { readonly id: string; readonly signals: AbortSignal[] },
  ): Promise<Output> {
    const { success, data, error } = await schema.safeParseAsync(given)
    if (!success) throw invalidInput(name, error)
    const call = `${name} ${JSON.stringify(data)}`
    const repeat = (repeats.get(call) ?? 0) + 1
    repeats.set(call, repeat)
    if (repeat > mostRepeats) throw repeated(name)
    const limitMs = timeoutMs ?? defaultTimeoutMs
    const late = () => new ToolError('timeout', `The tool ${name} took longer than ${limitMs} ms.`)
    return withinTime({ clock, limitMs, late }, (signal) =>
      execute(data, { signal: AbortSignal.any([signal, ...signals]), toolCallId: id }),
    )
  }

  return {
    /** The calls so far, in the order in which they began. */
    outcomes: (): readonly ToolOutcome[] => [...outcomes.values()],
    bind<Input, Output>(tool: ToolToBind<Input, Output>): TurnTool<Input, Output> {
      const { name, description, input: schema } = tool
      async function begin(input: Input, id: string, signals: AbortSignal[]): Promise<Output> {
        const aborted = signals.find((signal) => signal.aborted)
        if (aborted) throw failed(name, aborted.reason)
        const call = { id, name, input }
        outcomes.set(id, call)
        try {
          if (outcomes.size > mostCalls) throw tooManyCalls()
          const output = await perform(tool, input, { id, signals })
          turnSignal.throwIfAborted()
          outcomes.set(id, { ...call, output })
          return output
        } catch (cause) {
          const error = cause instanceof ToolError ? cause : failed(name, cause)
          outcomes.set(id, { ...call, error: error.message })
          logger.warn({ tool: name, error }, 'A tool call failed.')
          throw error
        }
      }
      const execute: TurnTool<Input, Output>['execute'] = (input, { signal, toolCallId } = {}) => {
        const id = toolCallId ?? `call_${answerId.slice(4)}_${calls.size + 1}`
        const signals = signal ? [turnSignal, signal] : [turnSignal]
        const call = (calls.get(id) as Promise<Output> | undefined) ?? begin(input, id, signals)
        calls.set(id, call)
        return call
      }
      return { name, description, input: schema, execute }
    },
  }
}

function invalidInput(name: string, { issues: [issue] }: z.ZodError): ToolError {
  const where = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : ''
  const message = `The input of the tool ${name} is invalid. ${where}${issue?.message ?? ''}`
  return new ToolError('invalid_input', message)
}

function repeated(name: string): ToolError {
  const message = `The tool ${name} was called ${mostRepeats} times with this input. Use what it returned.`
  return new ToolError('repeated', message)
}

function tooManyCalls(): ToolError {
  const message = `This turn has made ${mostCalls} tool calls. Use what they returned.`
  return new ToolError('too_many_calls', message)
}

function failed(name: string, cause: unknown): ToolError {
  return new ToolError('failed', `The tool ${name} failed.`, { cause })
}
