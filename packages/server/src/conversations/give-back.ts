import type { StoredConversation } from '../collections/conversation.ts'
import type { Services } from '../services/services.ts'
import { addMessages } from './add-messages.ts'
import { changeConversation } from './change-conversation.ts'
import { moveTeam } from './team-transitions.ts'

/**
 * The writes that give a conversation back to the agent, with an apology to the visitor. None if the
 * agent already answers.
 */
export async function giveBack(services: Services, row: StoredConversation, at: number) {
  const move = await moveTeam(services, row, 'giveBack', at)
  if (!move) return { ops: [] }
  const id = services.makeId('message')
  const text = services.apology
  const apology = addMessages(services, row, [{ id, at, role: 'assistant', text, tools: [] }])
  return changeConversation(services, row, [apology, move], at)
}
