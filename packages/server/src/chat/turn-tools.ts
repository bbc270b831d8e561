import { type ChatAction, Email } from '@doorkit/models'
import type { StoredWorkspace } from '../collections/workspace.ts'
import type { Lead } from '../conversations/capture-lead.ts'
import { searchKnowledge } from '../knowledge/search.ts'
import type { AgentTools } from '../ports/agent.ts'
import type { Services } from '../services/services.ts'
import { firstCharacters } from '../text/first-characters.ts'
import { keepableText } from '../text/keepable-text.ts'

/** The effects of a turn other than its text. */
export interface TurnEffects {
  readonly actions: readonly ChatAction[]
  readonly lead: Lead | null
  readonly handoffReason: string | null
}

/** Makes the tools of a turn, which collect its effects. */
export function createTools(
  services: Services,
  workspace: StoredWorkspace,
): { readonly tools: AgentTools; effects(): TurnEffects } {
  const actions = new Map<ChatAction['type'], ChatAction>()
  let lead: TurnEffects['lead'] = null
  let handoffReason: string | null = null
  const tools: AgentTools = {
    searchKnowledge(query, limit = 5) {
      actions.set('searched_knowledge', { type: 'searched_knowledge' })
      return searchKnowledge(services, workspace.id, query, limit)
    },
    captureLead({ email, firstName, lastName, phone, company }) {
      if (!Email.safeParse(email).success) return
      lead = {
        email,
        firstName: nameOf(firstName),
        lastName: nameOf(lastName),
        phone: firstCharacters(nameOf(phone) ?? '', 40) || null,
        company: nameOf(company),
      }
    },
    requestHandoff(reason) {
      if (!workspace.data.agent.handoff.enabled) return
      actions.set('handoff_requested', { type: 'handoff_requested' })
      handoffReason = keepableText(reason)
    },
    offerMeeting() {
      const { enabled, url } = workspace.data.agent.booking
      if (!enabled) return { bookingUrl: null }
      actions.set('booking_offered', { type: 'booking_offered', booking_url: url })
      return { bookingUrl: url }
    },
  }
  return { tools, effects: () => ({ actions: [...actions.values()], lead, handoffReason }) }
}

/** Cut to the length that the name of a contact may have. */
function nameOf(text: string | undefined): string | null {
  return firstCharacters(keepableText(text ?? '').trim(), 200) || null
}
