import type { Doorkit } from '@doorkit/server'

/** The identity that a visitor claims. */
export interface Visitor {
  readonly email: string
  readonly first_name?: string
  readonly last_name?: string
}

/** The website, the calendar and the grader, which report what they saw. */
export function createSite(host: Doorkit, workspace: string) {
  const record = host.record(workspace)
  return {
    record,
    /** A visitor says something; the id is the conversation's. */
    async chat(text = 'Hello', options: { readonly test?: boolean } = {}): Promise<string> {
      const page_url = 'https://acme.example/pricing'
      const conversation = await record.conversations.start({ page_url, ...options })
      await record.conversations.message(conversation, { role: 'user', text })
      await record.conversations.message(conversation, { role: 'assistant', text: 'Welcome.' })
      return conversation
    },
    /** A visitor says something and who they are. */
    async lead(visitor: Visitor, text = 'Hello'): Promise<string> {
      const conversation = await this.chat(text)
      await record.conversations.captureLead(conversation, visitor)
      return conversation
    },
    /** A visitor books a meeting in a conversation; the id is the meeting's. */
    book(conversation: string, email: string, name = 'Ada Lovelace'): Promise<string> {
      return record.meetings.book({
        conversation,
        provider: 'cal.com',
        meeting_type: 'Demo',
        host: 'Grace Hopper',
        start_at: '2027-01-11T09:00:00Z',
        end_at: '2027-01-11T09:30:00Z',
        invitee: { name, email },
        join_url: 'https://cal.example/join',
      })
    },
    /** A conversation went quiet and was judged. */
    grade(conversation: string): Promise<void> {
      return record.conversations.grade(conversation, {
        intent: 'pricing',
        buying_stage: 'decision',
        qualification_score: 80,
        meeting_intent: 7,
        understood: true,
        failure_category: null,
        abandonment_reason: null,
        recommended_improvement: 'Offer a meeting sooner.',
      })
    },
  }
}
