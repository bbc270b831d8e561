import { type Clock, systemClock } from '../attempt/clock.ts'
import type { Client } from '../client.ts'
import { largestPage } from '../contract/routes.ts'
import { isProblem } from '../errors/api-error.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'
import {
  checkOwner,
  readCheckpoint,
  type SyncCheckpoint,
  writeCheckpoint,
  writeQuery,
} from './checkpoint.ts'
import { ownerOf } from './list-owner.ts'
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
} from './resource.ts'

/** The changes that one page of a run brought. */
export interface SyncBatch<Item> {
  /** New and changed items, in their present state. One may come again, in this run or the next. */
  readonly items: readonly Item[]
  /**
   * The ids of contacts that are gone, where the run reads the `events`; the last batch of a run has
   * them. Remove them after the items of the batch are stored.
   */
  readonly deleted: readonly string[]
  /** The position after this batch. Store it in the transaction that stores the items. */
  readonly checkpoint: SyncCheckpoint
  /** True in a run that began without a checkpoint: it delivers every item there is. */
  readonly full: boolean
  /** True for the last batch of the run. */
  readonly done: boolean
}

/** How to mirror a list. Times are in milliseconds. */
export interface SyncOptions<
  Resource extends SyncedResource,
  Item = SyncedItem<Resource>,
  Query = SyncQuery<Resource> | undefined,
> {
  /** Of the last batch that was stored, whether its run ended or broke off. Absent: everything. */
  readonly checkpoint?: SyncCheckpoint | null | undefined
  /**
   * Stores a batch together with its checkpoint. Called for one batch at a time, and at least once
   * in a run. An error that it throws ends the run.
   */
  readonly onBatch: (batch: SyncBatch<Item>) => void | Promise<void>
  /** Narrows the list, and belongs to the checkpoint: items that leave a filter are not reported. */
  readonly query?: Query
  /**
   * The event log of the same workspace, `client.events`: a mirror of contacts reads there which of
   * them are gone. The key needs `events:read`.
   */
  readonly events?: SyncedEvents<Resource> | undefined
  /** The most items of a batch: 1 to 100, which is the default. */
  readonly pageSize?: number | undefined
  /** Ends the run. It can be resumed from the last checkpoint. */
  readonly signal?: AbortSignal | undefined
  /**
   * How far each run reaches back before the beginning of the one before it. 5,000 by default:
   * more than the clocks of a service's machines differ. Costs that the changes of these last
   * moments come twice.
   */
  readonly overlap?: number | undefined
  /**
   * The server's clock, in milliseconds since the epoch. By default it is read from the `Date` of
   * the answers, which every HTTP server sends; a server kit that is called in the same process,
   * without HTTP, does not: give its clock here, `Date.now` for instance.
   */
  readonly now?: (() => number) | undefined
  /**
   * Measures what a call takes; a test gives the clock of its client. Only differences count.
   * Default: the machine's.
   */
  readonly clock?: Pick<Clock, 'now'> | undefined
}

/** The result of a run. */
export interface SyncReport {
  /** The last checkpoint: what the next run begins with. */
  readonly checkpoint: SyncCheckpoint
  /** How many batches were delivered. */
  readonly batches: number
  /** How many items they held, repeated ones included. */
  readonly items: number
}

const defaultOverlapMs = 5_000

/**
 * Delivers everything that changed since the run of a checkpoint began, or everything, in batches.
 *
 * Each run asks for what changed since the one before it began, in the server's time: a change that
 * the one before did not see is not older than its beginning (docs/api.md#sync). So
 * nothing is missed, whatever is written during a run and wherever a run breaks off.
 *
 * @throws DoorkitError `invalid_argument` for a checkpoint of another query or that is still a text,
 *   `wrong_list` for one of another list or workspace, `checkpoint_expired` for one that the event log
 *   does not reach back to, `invalid_option` for an `overlap` below 0 and for answers without a `Date`,
 *   and what calls of the list throw.
 */
export function syncChanges(
  resource: SyncedConversations,
  options: SyncOptions<SyncedConversations, SyncedTranscript, TranscriptsQuery> & {
    readonly query: TranscriptsQuery
  },
): Promise<SyncReport>
/**
 * Delivers everything that changed since the run of a checkpoint began, or everything, in batches.
 *
 * @throws DoorkitError as for conversations with their transcripts.
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
  const given = readCheckpoint(options.checkpoint, query)
  const { since, run: stopped } = given
  if (!(overlap >= 0)) {
    throw new DoorkitError('invalid_option', 'overlap must be milliseconds, 0 or more')
  }

  const owner = await ownerOf(resource.list, signal)
  checkOwner(given, owner)

  // Each member of the union takes a query of its own; which one it is makes no difference here.
  const { list } = resource as { list: RunOptions<Item>['list'] }
  const narrowed: typeof list = (page, call) => list({ ...options.query, ...page }, call)
  const settings = { list: narrowed, since, pageSize, overlapMs: overlap, signal, now, clock }
  let run = readRun(settings, stopped)
  let next = await run.next().catch((error) => {
    if (stopped?.cursor === undefined || !isRefusedCursor(error)) throw error
    // A cursor that the server takes no more costs a new beginning, and no gap.
    run = readRun(settings, undefined)
    return run.next()
  })

  let checkpoint: SyncCheckpoint = {}
  let batches = 0
  let items = 0
  for (; !next.done; next = await run.next()) {
    const { items: found, ...place } = next.value
    const { startedAt, ended } = place
    checkpoint = writeCheckpoint({ since, query, owner, ...place })
    const log = { events: options.events, since: since ?? startedAt, signal, now }
    // After the last page: a contact that any page showed went after that, and is in the log.
    const deleted = ended ? await readDeletions(log) : []
    await onBatch({ items: found, deleted, checkpoint, full: since === undefined, done: ended })
    batches += 1
    items += found.length
  }
  return { checkpoint, batches, items }
}

function isRefusedCursor(error: unknown): boolean {
  return isProblem(error, 'invalid_request') && error.param === 'starting_after'
}
