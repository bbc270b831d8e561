import { expect, test } from 'vitest'
import { describeOverStores } from '../support/stores.ts'
import { email, setUp } from './erasure-kit.ts'

const counted = ['conversations', 'booking_attempts', 'link_bookings', 'events'] as const

describeOverStores('simultaneous erasures of one person', (openStore) => {
  test('count each row in only one receipt', async () => {
    const { record, call, erase } = await setUp(openStore)
    for (let number = 0; number < 3; number++) {
      const conversation = await record.conversations.start({})
      await record.conversations.message(conversation, { role: 'user', text: 'I am Ada' })
      await record.conversations.captureLead(conversation, { email })
    }
    for (const status of ['abandoned', 'booked'] as const) {
      await record.bookings.attempt({ email, name: 'Ada', status })
    }
    const { json: link } = await call('POST', '/personal_links', { body: { name: 'A', page: '/' } })
    await record.bookings.viaLink({ email, name: 'Ada', status: 'booked', link: link.id })

    const receipts = await Promise.all(Array.from({ length: 10 }, erase))
    const sums = counted.map((name) => receipts.reduce((sum, receipt) => sum + receipt[name], 0))
    // Each conversation has two events: its start and its lead.
    expect(sums).toEqual([3, 2, 1, 6])
    expect(receipts.filter(({ contact_deleted }) => contact_deleted)).toHaveLength(1)
    expect(await erase()).toMatchObject(Object.fromEntries(counted.map((name) => [name, 0])))
  })
})
