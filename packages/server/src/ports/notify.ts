import type { Conversation, EventType, Message } from '@doorkit/models'
import type { TeamHours } from './agent-turn-tool.ts'

/**
 * The events that notify the team: a visitor waits, a visitor wrote to a person, or nobody answered in
 * time.
 */
export const noticeTypes = [
  'handoff.requested',
  'message.created',
  'handoff.unanswered',
] as const satisfies readonly EventType[]

/** A notice for the team. Its texts come from a visitor: escape them if you show them as markup. */
export interface Notice {
  /** The id of the event (`evt_…`): the same in every repeat, and in the webhook of the event. */
  readonly id: string
  /** What happened, by the name of its event. */
  readonly type: (typeof noticeTypes)[number]
  /** When it happened, as RFC 3339 in UTC. */
  readonly at: string
  /** The workspace that is visited. */
  readonly workspace: { readonly id: string; readonly name: string }
  /** The address that the workspace has set for notices (`handoff.email` of its agent); null without one. */
  readonly email: string | null
  /** Whether people of the team answer now; null if they always do. */
  readonly hours: TeamHours | null
  /** The conversation as it is now: `team` says whether somebody has joined, and who. */
  readonly conversation: Conversation
  /** The message to a person; null for other notices, and after an erasure. */
  readonly message: Message | null
}

/**
 * Notifies the team, for example by Slack or email. The worker calls this function for each notice until
 * a call succeeds, at most six times in about half an hour. A notice can therefore arrive more than
 * once, with the same `id`. A call fails if it throws or takes longer than 30 seconds. After 30 seconds,
 * `signal` is aborted.
 */
export type Notify = (
  notice: Notice,
  options: { readonly signal: AbortSignal },
) => Promise<unknown> | unknown
