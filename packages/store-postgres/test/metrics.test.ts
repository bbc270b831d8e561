import { createDoorkit, manualClock } from '@doorkit/server'
import { createSchema } from '@doorkit/tests/postgres'
import { expect, inject, onTestFinished, test } from 'vitest'
import { postgresStore } from '../src/index.ts'

test('the metrics of two servers on one database show the same waiting visitors and work', async () => {
  const schema = await createSchema(inject('postgres'))
  const clock = manualClock(Date.UTC(2026, 9, 12))
  const open = () =>
    createDoorkit({ store: postgresStore({ url: schema.url, maxConnections: 4 }), clock })
  const [doorkit, other] = [open(), open()]
  onTestFinished(async () => {
    await Promise.all([doorkit.close(), other.close()])
    await schema.remove()
  })
  const { id } = await doorkit.workspaces.create({ name: 'A', website: 'https://a.example' })
  const record = doorkit.record(id).conversations
  const conversation = await record.start({ channel: 'chat' })
  await record.message(conversation, { role: 'user', text: 'A person, please.' })
  await record.requestHandoff(conversation, { reason: 'asked' })
  clock.advance(90_000)
  for (const one of [doorkit, other]) {
    const text = await one.metrics()
    expect(text).toContain('doorkit_store_reachable 1\n')
    expect(text).toContain('doorkit_handoffs{state="waiting"} 1\n')
    expect(text).toContain('doorkit_handoff_wait_seconds 90\n')
    expect(text).toMatch(/doorkit_due_rows\{step="built"\} [1-9]/)
    expect(text).toContain('doorkit_due_age_seconds{step="built"} 87\n')
  }
})
