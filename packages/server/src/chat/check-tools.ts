import { KitError } from '../errors/kit-error.ts'
import type { AgentTool } from '../ports/agent-tool.ts'

const names = /^[a-z0-9_]{1,64}$/
const ofKit = ['search_knowledge', 'save_lead', 'request_handoff', 'offer_meeting']

/** @throws KitError `invalid_input` for a name that is invalid, given twice, or used by the kit. */
export function checkTools(tools: readonly AgentTool[]): void {
  const taken = new Set(ofKit)
  for (const [at, { name }] of tools.entries()) {
    const problem = taken.has(name)
      ? `${name} is given twice, or is a tool of the kit. Choose another name.`
      : 'The name of a tool must have 1 to 64 characters: lowercase letters, digits and `_`.'
    if (taken.has(name) || !names.test(name)) {
      throw new KitError('invalid_input', problem, { param: `tools[${at}].name` })
    }
    taken.add(name)
  }
}
