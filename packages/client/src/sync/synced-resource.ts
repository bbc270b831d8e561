import type { ListOptions } from '../call/call-options.ts'
import type { Client } from '../client.ts'
import type { ListCall } from '../list/list-call.ts'

/** The resources that can be mirrored: those whose list has the filter `updated_since`. */
export type SyncedResource =
  | Pick<Client['conversations'], 'list'>
  | Pick<Client['contacts'], 'list'>
  | Pick<Client['meetings'], 'list'>

/** An item of a mirrored list. */
export type SyncedItem<Resource extends SyncedResource> =
  ReturnType<Resource['list']> extends ListCall<infer Item> ? Item : never

/** The query parameters that a run sets. */
type RunParameter = 'limit' | 'starting_after' | 'updated_since'

/** The filters of a mirrored list. */
export type SyncQuery<Resource extends SyncedResource> = Omit<
  NonNullable<Parameters<Resource['list']>[0]>,
  RunParameter
>

/** Conversations, whose query can include transcripts. */
export type SyncedConversations = Pick<Client['conversations'], 'list'>

/** A query with transcripts, and its items: the first overload of the method `list`. */
type WithTranscripts = SyncedConversations['list'] extends {
  (query: infer Query, options?: ListOptions): ListCall<infer Item>
  (query?: never, options?: ListOptions): unknown
}
  ? { readonly query: Omit<Query, RunParameter>; readonly item: Item }
  : never

/** A query of conversations with their transcripts. */
export type TranscriptsQuery = WithTranscripts['query']

/** A conversation with its transcript. */
export type SyncedTranscript = WithTranscripts['item']

/** The event log, for lists whose deletions it records: contacts and conversations. */
export type SyncedEvents<Resource extends SyncedResource> =
  SyncedItem<Resource> extends { object: 'contact' | 'conversation' }
    ? Pick<Client['events'], 'list'>
    : never
