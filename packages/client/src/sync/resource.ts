import type { Client } from '../client.ts'
import type { ListCall } from '../list/list-call.ts'

/** The resources that can be mirrored: the lists that tell changes by `updated_since`. */
export type SyncedResource =
  | Pick<Client['conversations'], 'list'>
  | Pick<Client['contacts'], 'list'>
  | Pick<Client['meetings'], 'list'>

/** An item of a mirrored list. */
export type SyncedItem<Resource extends SyncedResource> =
  ReturnType<Resource['list']> extends ListCall<infer Item> ? Item : never

/** The filters that a mirrored list can be narrowed by. */
export type SyncQuery<Resource extends SyncedResource> = Omit<
  NonNullable<Parameters<Resource['list']>[0]>,
  'limit' | 'starting_after' | 'updated_since'
>
