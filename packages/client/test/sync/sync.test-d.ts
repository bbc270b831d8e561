import { expectTypeOf } from 'vitest'
import type { Client, Contact, Conversation, Meeting } from '../../src/index.ts'
import { type SyncReport, syncChanges } from '../../src/sync/index.ts'

declare const client: Client

expectTypeOf(
  syncChanges(client.contacts, {
    onBatch({ items, checkpoint, full, done }) {
      expectTypeOf(items).toEqualTypeOf<readonly Contact[]>()
      expectTypeOf(checkpoint.since).toEqualTypeOf<string | undefined>()
      expectTypeOf([full, done]).toEqualTypeOf<boolean[]>()
    },
  }),
).toEqualTypeOf<Promise<SyncReport>>()

syncChanges(client.conversations, {
  query: { graded: true, expand: ['messages'], include_test: false },
  async onBatch({ items }) {
    for (const { id, messages } of items) {
      expectTypeOf(id).toEqualTypeOf<Conversation['id']>()
      expectTypeOf(messages).toEqualTypeOf<NonNullable<Conversation['messages']>>()
    }
  },
})

syncChanges(client.conversations, {
  query: { graded: true },
  onBatch: ({ items }) => void expectTypeOf(items).toEqualTypeOf<readonly Conversation[]>(),
})

syncChanges(client.conversations, {
  // @ts-expect-error the run itself sets `updated_since`
  query: { expand: ['messages'], updated_since: '2026-01-01T00:00:00Z' },
  onBatch() {},
})

syncChanges(client.meetings, {
  query: { verified: true },
  onBatch: ({ items }) => void expectTypeOf(items).toEqualTypeOf<readonly Meeting[]>(),
})

// @ts-expect-error contacts have no filter `verified`
syncChanges(client.contacts, {
  query: { verified: true },
  onBatch() {},
})

// @ts-expect-error the run itself sets `updated_since`
syncChanges(client.contacts, {
  query: { updated_since: '2026-01-01T00:00:00Z' },
  onBatch() {},
})

// @ts-expect-error events have no filter by last change
syncChanges(client.events, { onBatch() {} })

// @ts-expect-error a list that is one page needs no mirror
syncChanges(client.webhookEndpoints, { onBatch() {} })

syncChanges(client.contacts, {
  events: client.events,
  onBatch: ({ deleted }) => void expectTypeOf(deleted).toEqualTypeOf<readonly string[]>(),
})

// @ts-expect-error the event log has no deletions of meetings
syncChanges(client.meetings, {
  events: client.events,
  onBatch() {},
})
