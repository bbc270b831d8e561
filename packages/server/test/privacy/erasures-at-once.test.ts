import { expect, test, vi } from 'vitest'
import { createKit } from '../support/kit.ts'
import { describeOverStores, overMemory } from '../support/stores.ts'
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

overMemory((openStore) => {
  test('two of five erasures of a workspace run at the same time, and another workspace does not wait', async () => {
    const running: (() => void)[] = []
    let mostAtOnce = 0
    const scrub = () =>
      new Promise<void>((resolve) => {
        mostAtOnce = Math.max(mostAtOnce, running.push(resolve))
      })
    const { doorkit, workspace } = await createKit({ store: { ...openStore(), scrub } })
    const details = { name: 'Small', website: 'https://small.example' }
    const other = await doorkit.workspaces.create(details)
    const erase = async (id: string, email: string) => {
      await doorkit.record(id).bookings.attempt({ email, name: 'Ada', status: 'abandoned' })
      return () => doorkit.privacy.erase({ workspace: id, email })
    }
    const emails = Array.from({ length: 5 }, (_, number) => `${number}@example.com`)
    const erasures = await Promise.all([
      ...emails.map((email) => erase(workspace.id, email)),
      erase(other.id, emails[0] as string),
    ])
    const ended = erasures.map((begin) => begin())
    await vi.waitFor(() => expect(running).toHaveLength(3))
    for (const end of running.splice(0)) end()
    await ended.at(-1)
    for (let left = 0; left < 3; left += 1) {
      await vi.waitFor(() => expect(running).not.toEqual([]))
      running.shift()?.()
    }
    await Promise.all(ended)
    expect(mostAtOnce).toBe(3)
  })
})
