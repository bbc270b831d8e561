import { createClient } from '@doorkit/client'
import type { Doorkit } from '@doorkit/server'
import type { Round } from '../campaign.ts'
import { countEffects } from './effects.ts'
import type { ReceivedTimes } from './receiver.ts'
import type { StormWrite } from './storm.ts'

/** The results of the storms. */
interface StormResults {
  /** The API key of the receiver's workspace. */
  readonly first: string
  /** The acknowledged writes. */
  readonly done: StormWrite[]
  /** The writes whose idempotency key or session a dead process blocks. */
  readonly stuck: readonly { readonly write: StormWrite; readonly secret: string }[]
  readonly received: ReceivedTimes
}

/**
 * Checks that each write has taken effect exactly once, and that each lead has its webhook, after every
 * lease and lock of the dead processes has ended.
 *
 * @param later - a host whose clock is past every lease and lock. It is closed at the end.
 */
export async function settle(
  round: Round,
  later: Doorkit,
  { first, done, stuck, received }: StormResults,
): Promise<void> {
  const inProcess = (apiKey: string) =>
    createClient({
      apiKey,
      baseUrl: 'http://localhost/v1',
      maxRetries: 0,
      fetch: (url, init) => later.fetch(new Request(url, init)),
    })
  try {
    for (const { write, secret } of stuck) {
      const result = await write.send(inProcess(secret))
      round.check(result.ok, 'a retry after the end of the lease succeeds', () => write.name)
      done.push(write)
    }
    const client = inProcess(first)
    const effects = await countEffects(client)
    for (const write of done) {
      const count = effects(write)
      round.check(count === 1, 'an idempotency key has one effect', () => ({
        write: write.name,
        count,
      }))
    }
    await later.worker.tick()
    const events = await client.events.list({ limit: 100 }).toArray({ limit: 100_000 })
    const leads = events.filter(({ type }) => type === 'lead.captured')
    const expected = done.filter(({ kind }) => kind === 'lead').length
    round.check(leads.length === expected, 'each lead is one event', () => [leads.length, expected])
    for (const { id } of leads) round.check(received.has(id), 'no webhook is lost', () => id)
    for (const times of received.values()) round.count('webhooks sent twice', times.length - 1)
  } finally {
    await later.close()
  }
}
