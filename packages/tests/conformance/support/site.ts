import type { Doorkit } from '@doorkit/server'

/** The details that a visitor gives. */
export interface Visitor {
  readonly email: string
  readonly first_name?: string
  readonly last_name?: string
}

/** Creates functions that report like the website, the calendar and the grader. */
export function createSite(host: Doorkit, workspace: string) {
  const record = host.record(workspace)
  return {
    record,
    /** Reports a chat of one question and its answer, and returns the id of the conversation. */
    async chat(text = 'Hello', options: { readonly test?: boolean } = {}): Promise<string> {
      const page_url = 'https://acme.example/pricing'
      const conversation = await record.conversations.start({ page_url, ...options })
      await record.conversations.message(conversation, { role: 'user', text })
      await record.conversations.message(conversation, { role: 'assistant', text: 'Welcome.' })
      return conversation
    },
    /** Reports a chat in which a visitor leaves these details, and returns the id of the conversation. */
    async lead(visitor: Visitor, text = 'Hello'): Promise<string> {
      const conversation = await this.chat(text)
      await record.conversations.captureLead(conversation, visitor)
      return conversation
    },
    /** Reports a meeting that is booked in a conversation, and returns its id. */
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
    /** Reports the evaluation of a conversation. */
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
