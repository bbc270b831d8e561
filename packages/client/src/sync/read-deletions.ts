import type { Client } from '../client.ts'
import { eventLogMs, largestPage } from '../contract/routes.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'
import { answeredAt } from './read-run.ts'

interface DeletionSettings {
  /** Undefined if the run does not read deletions. */
  readonly events: Pick<Client['events'], 'list'> | undefined
  /** Deletions at this time or later. */
  readonly since: string
  readonly signal: AbortSignal | undefined
  /** The server's clock; by default the `Date` of the answers. */
  readonly now: (() => number) | undefined
}

/**
 * Reads the ids of the contacts and conversations that were deleted since a time.
 *
 * @throws DoorkitError `checkpoint_expired` for a time that the event log does not reach back to.
 */
export async function readDeletions({
  events,
  since,
  signal,
  now,
}: DeletionSettings): Promise<readonly string[]> {
  const deleted: string[] = []
  if (!events) return deleted
  const query = { created_since: since, limit: largestPage }
  for await (const page of events.list(query, { signal }).pages()) {
    if ((now?.() ?? answeredAt(page)) - Date.parse(since) > eventLogMs) {
      throw new DoorkitError(
        'checkpoint_expired',
        'The event log begins after the checkpoint, so deletions may be missing: empty the mirror, and begin without a checkpoint',
      )
    }
    for (const { type, data } of page.data) {
      if (type === 'contact.deleted' || type === 'conversation.deleted') {
        deleted.push((data.object ?? data.reference)?.id ?? '')
      }
    }
  }
  return deleted
}
