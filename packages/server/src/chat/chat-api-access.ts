import type { StoredWorkspace } from '../collections/workspace.ts'
import { Failure } from '../errors/failure.ts'
import type { Services } from '../services/services.ts'

/** Refuses the chat API if the plan or the billing excludes it (docs/api.md#billing). */
export function checkChatApi({ data }: StoredWorkspace, plans: Services['plans']): void {
  if (plans[data.plan].chat_sessions_per_month === null) {
    const detail = `The chat API is not part of the plan ${data.plan}. Change the plan to use it.`
    throw new Failure('feature_disabled', detail)
  }
  if (data.billing === 'free_meetings_used') {
    const detail = "The plan's free meetings are used up. Add a card to the workspace to continue."
    throw new Failure('payment_required', detail)
  }
}

/** Refuses messages while the agent is switched off. */
export function checkChatLive({ data }: StoredWorkspace): void {
  if (data.agent.live) return
  throw new Failure('conflict', 'The chat is switched off. Switch the agent on, then try again.')
}
