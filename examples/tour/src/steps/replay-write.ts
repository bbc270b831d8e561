import type { Client } from '@doorkit/client'
import { expectThat, heading, say } from '../step.ts'

/** Sends the same write twice under one idempotency key. */
export async function replayWrite(crm: Client): Promise<void> {
  const idempotencyKey = 'tour-grace'
  const send = () =>
    crm.contacts
      .upsert({ email: 'grace@example.com', name: 'Grace' }, { idempotencyKey })
      .withMeta()
  const first = await send()
  const second = await send()
  expectThat(!first.meta.replayed, 'The first answer was already a replay.')
  expectThat(second.meta.replayed, 'The second answer was not a replay.')
  expectThat(second.meta.requestId === first.meta.requestId, 'The replay is of another request.')
  const replay = `sent again, replayed as ${second.meta.requestId}`
  say(`${heading('Idempotency')}${first.data.id} written by ${first.meta.requestId}, ${replay}`)
}
