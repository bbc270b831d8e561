/** The payload of a booked meeting. Raw undici and the peers send it. Doorkit builds one of this size. */
export const payload = JSON.stringify({
  id: 'evt_01ja2b3c4d5e6f7g8h9j0kmnpq',
  object: 'event',
  type: 'meeting.booked',
  api_version: '2026-10-12',
  created_at: '2026-10-12T09:30:00.000Z',
  data: {
    object: {
      id: 'mtg_01ja2b3c4d5e6f7g8h9j0kmnpq',
      object: 'meeting',
      conversation: 'conv_01ja2b3c4d5e6f7g8h9j0kmnpq',
      contact: 'ct_01ja2b3c4d5e6f7g8h9j0kmnpq',
      provider: 'cal.com',
      meeting_type: 'Introduction',
      host: 'Grace Hopper',
      status: 'booked',
      verified: false,
      start_at: '2026-10-19T09:30:00.000Z',
      end_at: '2026-10-19T10:00:00.000Z',
      invitee: { name: 'Ada Lovelace', email: 'ada@example.com' },
      join_url: 'https://meet.example.com/ada',
      reschedule_url: null,
      cancel_url: null,
      created_at: '2026-10-12T09:30:00.000Z',
      updated_at: '2026-10-12T09:30:00.000Z',
    },
  },
})
