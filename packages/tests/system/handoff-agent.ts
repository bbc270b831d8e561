import type { Agent } from '@doorkit/server'

/** An agent that requests a handoff when a visitor asks for a person. */
export const handoffAgent: Agent = {
  async *reply({ messages, tools }) {
    const asksForPerson = messages.at(-1)?.text.includes('person')
    if (asksForPerson) await tools.request_handoff?.execute({ reason: 'asked_for_person' })
    yield { type: 'text-start', id: 'text' }
    yield {
      type: 'text-delta',
      id: 'text',
      delta: asksForPerson ? 'Somebody will join you.' : 'I can help.',
    }
    yield { type: 'text-end', id: 'text' }
  },
}
