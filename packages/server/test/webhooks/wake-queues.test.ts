import { expect, test } from 'vitest'
import { wakeQueues } from '../../src/webhooks/wake-queues.ts'

test('endpoints are woken once each, in the order of their ids', () => {
  const recipients = ['we_2', 'we_1', 'we_3', 'we_2'].map((endpoint) => ({
    workspace: 'ws_1',
    endpoint,
  }))
  expect(wakeQueues(recipients, 7)).toMatchObject(
    ['we_1', 'we_2', 'we_3'].map((id) => ({ op: 'patch', id, set: { due_at: 7 } })),
  )
})
