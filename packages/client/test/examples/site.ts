import type { TestWorkspace } from '../../src/testing/index.ts'

// Reports of what happened on the website and in the calendar before an example begins.

type SiteReports = Pick<TestWorkspace, 'record' | 'clock'>

/** Reports a visitor who chatted and left an address. */
export async function reportChat({ record, clock }: SiteReports, email = 'ada@example.com') {
  const conversation = await record.conversations.start({
    page_url: 'https://acme.example/pricing',
  })
  await record.conversations.message(conversation, { role: 'user', text: 'What does it cost?' })
  const contact = await record.conversations.captureLead(conversation, {
    email,
    first_name: 'Ada',
  })
  await clock.advance(5_000)
  return {
    conversationId: conversation as `conv_${string}`,
    contactId: contact as `ct_${string}`,
  }
}

/** Reports a visitor who booked a meeting. */
export async function reportMeeting(workspace: SiteReports) {
  const { conversationId } = await reportChat(workspace)
  const meeting = await workspace.record.meetings.book({
    conversation: conversationId,
    provider: 'cal.com',
    start_at: '2026-10-14T10:00:00Z',
    end_at: '2026-10-14T10:30:00Z',
    invitee: { name: 'Ada', email: 'ada@example.com' },
    verified: true,
  })
  await workspace.clock.advance(5_000)
  return { meetingId: meeting as `mtg_${string}` }
}
