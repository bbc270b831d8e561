import { type Clock, systemClock } from '../attempt/clock.ts'
import type { Client } from '../client.ts'
import { largestPage } from '../contract/routes.ts'
import { isProblem } from '../errors/api-error.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'
import {
  checkOwner,
  ownerOf,
  readCheckpoint,
  type SyncCheckpoint,
  writeCheckpoint,
  writeQuery,
} from './checkpoint.ts'
import { readDeletions } from './read-deletions.ts'
import { type RunOptions, readRun } from './read-run.ts'
import type {
  SyncedConversations,
  SyncedEvents,
  SyncedItem,
  SyncedResource,
  SyncedTranscript,
  SyncQuery,
  TranscriptsQuery,
} from './synced-resource.ts'

/** The changes in one page of a run. */
export interface SyncBatch<Item> {
  /**
   * New and changed items, in their current state. An item may be delivered again, in this run or the
   * next.
   */
  readonly items: readonly Item[]
  /**
   * The ids of deleted contacts and conversations, in the last batch of a run that reads `events`.
   * Remove these objects from the mirror after you have stored the items of the batch.
   */
  readonly deleted: readonly string[]
  /** The position after this batch. Store it in the same transaction as the items. */
  readonly checkpoint: SyncCheckpoint
  /** True in a run that began without a checkpoint, and so delivers every item. */
  readonly full: boolean
  /** True for the last batch of the run. */
  readonly done: boolean
}

/** The options of a mirror. Durations are in milliseconds. */
export interface SyncOptions<
  Resource extends SyncedResource,
  Item = SyncedItem<Resource>,
  Query = SyncQuery<Resource> | undefined,
> {
  /**
   * The checkpoint of the last stored batch, whether or not its run ended. Without a checkpoint, the run
   * reads everything.
   */
  readonly checkpoint?: SyncCheckpoint | null | undefined
  /**
   * Stores a batch together with its checkpoint. Called with one batch at a time, at least once per run.
   * An error that it throws ends the run.
   */
  readonly onBatch: (batch: SyncBatch<Item>) => void | Promise<void>
  /**
   * Filters the list; a checkpoint belongs to its query. An item that no longer matches is not reported.
   */
  readonly query?: Query
  /**
   * The event log of the same workspace, `client.events`, from which a mirror of contacts or
   * conversations reads deletions. The API key needs the scope `events:read`.
   */
  readonly events?: SyncedEvents<Resource> | undefined
  /** The most items of a batch: 1 to 100. 100 by default. */
  readonly pageSize?: number | undefined
  /** Aborts the run. It can be resumed from the last checkpoint. */
  readonly signal?: AbortSignal | undefined
  /**
   * How far each run reaches back before the start of the previous run. 5,000 by default, because the
   * clocks of the API's servers may differ. Changes within this time are delivered again.
   */
  readonly overlap?: number | undefined
  /**
   * The server's clock, in milliseconds since the epoch. By default the `Date` header of the answers,
   * which HTTP servers send. A server kit in the same process, called without HTTP, sends none:
   * pass its clock here, for example `Date.now`.
   */
  readonly now?: (() => number) | undefined
  /**
   * Measures the duration of calls; a test passes the clock of its client. Only differences matter.
   * Default: the system clock.
   */
  readonly clock?: Pick<Clock, 'now'> | undefined
}

/** The result of a run. */
export interface SyncReport {
  /** The last checkpoint, for the next run to begin with. */
  readonly checkpoint: SyncCheckpoint
  /** How many batches were delivered. */
  readonly batches: number
  /** How many items the batches contained, including repeated ones. */
  readonly items: number
}

const defaultOverlapMs = 5_000

/**
 * Delivers, in batches, the changes since the start of the previous run, or the rest of a run that
 * stopped. Without a checkpoint, it delivers everything.
 *
 * Each run asks for changes since the start of the previous run by the server's clock, minus the
 * `overlap`. A change that the previous run did not see is never older than that (docs/api.md#sync). So
 * no change is missed, whatever is written during a run and wherever a run stops.
 *
 * @throws DoorkitError `invalid_argument` for a checkpoint of another query or one that is still text,
 *   `wrong_list` for one of another list or workspace, `checkpoint_expired` for one older than the
 *   event log, `invalid_option` for an `overlap` below 0 or answers without a `Date`, and the errors of
 *   the calls and of `onBatch`.
 */
export function syncChanges(
  resource: SyncedConversations,
  options: SyncOptions<SyncedConversations, SyncedTranscript, TranscriptsQuery> & {
    readonly query: TranscriptsQuery
  },
): Promise<SyncReport>
/**
 * Delivers, in batches, the changes since the start of the previous run, or the rest of a run that
 * stopped. Without a checkpoint, it delivers everything.
 *
 * @throws DoorkitError `invalid_argument`, `wrong_list`, `checkpoint_expired`, `invalid_option`, and the
 *   errors of the calls and of `onBatch`.
 */
export function syncChanges<Resource extends SyncedResource>(
  resource: Resource,
  options: SyncOptions<Resource>,
): Promise<SyncReport>
export async function syncChanges<Item>(
  resource: SyncedResource,
  options: SyncOptions<Pick<Client['contacts'], 'list'>, Item, object | undefined>,
): Promise<SyncReport> {
  const { onBatch, pageSize = largestPage, overlap = defaultOverlapMs } = options
  const { signal, now, clock = systemClock } = options
  const query = writeQuery(options.query ?? {})
  const lastCheckpoint = readCheckpoint(options.checkpoint, query)
  const { since, run: stoppedAt } = lastCheckpoint
  if (!(overlap >= 0)) {
    throw new DoorkitError('invalid_option', 'overlap must be milliseconds, 0 or more')
  }

  const owner = await ownerOf(resource.list, signal)
  checkOwner(lastCheckpoint, owner)

  // Each resource of the union has its own type of query; the difference does not matter here.
  const { list } = resource as { list: RunOptions<Item>['list'] }
  const filteredList: typeof list = (page, call) => list({ ...options.query, ...page }, call)
  const settings = { list: filteredList, since, pageSize, overlapMs: overlap, signal, now, clock }
  let run = readRun(settings, stoppedAt)
  let next = await run.next().catch((error) => {
    const isRefused = isProblem(error, 'invalid_request') && error.param === 'starting_after'
    if (stoppedAt?.cursor === undefined || !isRefused) throw error
    // If the server no longer accepts the cursor, the run starts over: nothing is missed.
    run = readRun(settings, undefined)
    return run.next()
  })

  let checkpoint: SyncCheckpoint = {}
  let batches = 0
  let items = 0
  for (; !next.done; next = await run.next()) {
    const { items: pageItems, ...position } = next.value
    const { startedAt, ended } = position
    checkpoint = writeCheckpoint({ since, query, owner, ...position })
    const deletionSettings = { events: options.events, since: since ?? startedAt, signal, now }
    // Deletions are read after the last page, so that the log also has the objects that were deleted
    // while the pages were read.
    const deleted = ended ? await readDeletions(deletionSettings) : []
    await onBatch({ items: pageItems, deleted, checkpoint, full: since === undefined, done: ended })
    batches += 1
    items += pageItems.length
  }
  return { checkpoint, batches, items }
}
