import type { AgentTurn } from '../../ports/agent.ts'
import type { AgentPhrases } from './agent-phrases.ts'
import { fillIn } from './built-in-phrases.ts'

/**
 * Returns the answer to a visitor who needs a person. It says that somebody will take over. While nobody
 * on the team answers, it says when the team is back. Without handoffs, it says that nobody can take over.
 *
 * @param phrases.language - the tag of the language of the texts, for the date.
 * @param email - an address that the visitor gave in this turn.
 */
export function handoffText(
  { agent: { handoff }, visitor, lead }: Pick<AgentTurn, 'agent' | 'visitor' | 'lead'>,
  { texts, language }: Pick<AgentPhrases, 'texts'> & { readonly language: string },
  email?: string | undefined,
): string {
  if (!handoff.enabled) return texts.noHandoff
  const { hours } = handoff
  if (!hours || hours.open) return texts.handoff
  const when = hours.opensAt && whenIn(language, hours.opensAt, hours.timezone)
  const isReachable = Boolean(email ?? visitor.email ?? lead.email)
  return [
    texts.handoffClosed,
    when && fillIn(texts.handoffOpens, { when }),
    isReachable ? texts.handoffWrite : texts.handoffAskEmail,
  ]
    .filter(Boolean)
    .join(' ')
}

/** A time in words. The zone is named, because the visitor may be in another one. */
function whenIn(language: string, time: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  })
  return format.format(Date.parse(time))
}
