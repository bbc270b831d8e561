import type { Id, Message } from '@doorkit/models'
import type { SiteConversation, SiteMessage } from '@doorkit/models/site'
import { chatSessions, type StoredChatSession } from '../collections/chat-session.ts'
import { conversations, type StoredConversation, toTeam } from '../collections/conversation.ts'
import { type StoredSiteVisitor, siteVisitors } from '../collections/site-visitor.ts'
import type { RequestPrincipal, VisitorPrincipal } from '../requests/principal.ts'
import type { Services } from '../services/services.ts'

/** A visitor of a workspace, and the store with their data. */
export type Visitor = Pick<Services, 'store'> & RequestPrincipal<VisitorPrincipal>

/** The row of a visitor who chatted or was signed in; null for other visitors. */
export function findVisitor({
  store,
  workspace,
  principal,
}: Visitor): Promise<StoredSiteVisitor | null> {
  return siteVisitors.get(store, workspace.id, principal.id)
}

/** The chat session that a visitor continues. */
export async function sessionOf(
  { store }: Pick<Services, 'store'>,
  visitor: StoredSiteVisitor | null,
): Promise<StoredChatSession | null> {
  const session = visitor?.data.session
  return session ? chatSessions.get(store, visitor.columns.workspace, session) : null
}

export async function conversationOf(
  { store }: Pick<Services, 'store'>,
  session: StoredChatSession | null,
): Promise<StoredConversation | null> {
  if (!session) return null
  return conversations.get(store, session.columns.workspace, session.columns.conversation)
}

/** The answer in progress in a session: the token of a turn is the id of its answer. */
export function answerInProgress({ columns }: StoredChatSession, now: number): string | null {
  return columns.turn_until > now ? columns.turn_token : null
}

export function toSiteConversation<Messages>(
  session: StoredChatSession | null,
  conversation: StoredConversation | null,
  messages: Messages,
  now: number,
): Omit<SiteConversation, 'messages'> & { messages: Messages } {
  return {
    object: 'site_conversation',
    id: (session?.columns.conversation ?? null) as Id<'conversation'> | null,
    status: session?.data.status ?? 'open',
    team: toSiteTeam(conversation),
    answering: session !== null && answerInProgress(session, now) !== null,
    messages,
  }
}

/** The form of a message for its visitor, without the id of the person who wrote it. */
export function toSiteMessage({ author, ...message }: Message): SiteMessage {
  return author ? { ...message, author: { kind: author.kind, name: author.name } } : message
}

/** Says who answers, as the visitor may see it. Without a conversation, it is the agent. */
export function toSiteTeam(
  conversation: Pick<StoredConversation, 'data'> | null,
): SiteConversation['team'] {
  const { person, ...team } = toTeam(conversation)
  return { ...team, person: person && { name: person.name } }
}
