import { limits } from '@doorkit/models'
import * as z from 'zod'
import { check } from '../errors/check-input.ts'
import { KitError } from '../errors/kit-error.ts'
import type { AgentTool } from '../ports/agent-tool.ts'
import { kitToolNames } from './turn-tools.ts'

const validName = /^[a-z0-9_]{1,64}$/

/** @throws KitError `invalid_input` for a name that is invalid, given twice, or used by the kit. */
export function checkTools(tools: readonly AgentTool[]): void {
  const taken = new Set(kitToolNames)
  for (const [at, { name }] of tools.entries()) {
    const problem = taken.has(name)
      ? `Another tool of yours, or a tool of the kit, has the name ${name}. Choose another name.`
      : 'The name of a tool must have 1 to 64 characters: lowercase letters, digits and `_`.'
    if (taken.has(name) || !validName.test(name)) {
      throw new KitError('invalid_input', problem, { param: `tools[${at}].name` })
    }
    taken.add(name)
  }
}

const longestMs = limits.chatTurnSeconds * 1_000

const timeRule = `Give a whole number of milliseconds from 1 to ${longestMs.toLocaleString('en')}.`
const tokensRule =
  'Give a number of at least 0, Infinity, or a function that returns such a number.'

const Time = z.int(timeRule).min(1, timeRule).max(longestMs, timeRule).optional()
const TurnLimits = z.object({
  turnTimeoutMs: Time,
  firstWordTimeoutMs: Time,
  tokensPerMonth: z
    .custom(
      (value) => typeof value === 'function' || (typeof value === 'number' && value >= 0),
      tokensRule,
    )
    .optional(),
})

/** @throws KitError `invalid_input`, with the unusable option as its `param`. */
export function checkTurnLimits(options: z.infer<typeof TurnLimits>): void {
  check(TurnLimits, options)
}
