import { PrivacyExport } from '@doorkit/models'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { ada, leaveTraces, setUpPrivacy as setUp } from '../support/privacy.ts'
import { describeOverMemory } from '../support/stores.ts'

describeOverMemory('an export', (openStore) => {
  test('has everything about one person, and nothing about others', async () => {
    const setting = await setUp({ store: openStore() })
    const { call, exportOf, open, say } = setting
    const { lead, visitor, website, meeting } = await leaveTraces(setting)
    await say(await open(), 'bob@example.com')
    const { status, json } = await exportOf('Ada@Example.com')
    expect(status).toBe(200)
    PrivacyExport.parse(json)
    const [contact] = (await call('GET', `/contacts?email=${ada}`)).json.data
    expect(json).toMatchObject({
      object: 'privacy_export',
      email: ada,
      generated_at: '2026-10-12T09:30:03.000Z',
      contact,
      booking_attempts: [{ status: 'confirmed', name: 'Ada Lovelace', email: ada, meeting }],
      link_bookings: [],
    })
    const conversations = json.conversations.map(({ id }: { id: string }) => id)
    expect(conversations.sort()).toEqual([lead.conversation, visitor.conversation, website].sort())
    const one = json.conversations.find(({ id }: { id: string }) => id === lead.conversation)
    expect(one).toMatchObject({
      lead: { email: ada, last_name: 'Lovelace' },
      handoff: { reason: 'Lovelace wants a person' },
    })
    expect(one.messages).toHaveLength(4)
    expect(JSON.stringify(json)).not.toContain('bob@')
  })

  test('of an unknown address is empty', async () => {
    const { exportOf } = await setUp({ store: openStore() })
    const { status, json } = await exportOf('nobody@example.com')
    const lists = Object.entries(PrivacyExport.shape).flatMap(([name, field]) =>
      field instanceof z.ZodArray ? [name] : [],
    )
    expect([status, json]).toEqual([
      200,
      {
        object: 'privacy_export',
        email: 'nobody@example.com',
        generated_at: '2026-10-12T09:30:00.000Z',
        contact: null,
        ...Object.fromEntries(lists.map((name) => [name, []])),
      },
    ])
    expect(lists.length).toBeGreaterThanOrEqual(6)
  })

  test('finds a conversation by each of its leads, even by one that another lead has replaced', async () => {
    const { exportOf, open, say } = await setUp({ store: openStore() })
    const session = await open()
    await say(session, ada)
    await say(session, 'bob@example.com')
    for (const email of [ada, 'bob@example.com']) {
      const { json } = await exportOf(email)
      expect.soft(json.conversations[0]?.id, email).toBe(session.conversation)
    }
  })

  test('refuses an invalid address, and so does an erasure', async () => {
    const { exportOf, erase } = await setUp({ store: openStore() })
    for (const email of ['', 'nobody', 'a@b', 'a b@example.com']) {
      for (const request of [exportOf, erase]) {
        const { status, json } = await request(email)
        expect.soft([status, json.code, json.param]).toEqual([400, 'invalid_request', 'email'])
      }
    }
  })
})
