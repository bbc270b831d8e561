import { DoorkitError } from '../errors/doorkit-error.ts'

/** How far a mirror has come: plain JSON, to be stored in the transaction of each batch. */
export interface SyncCheckpoint {
  /** The time that the run asks for: changes at this time or later. Absent in a run over everything. */
  readonly since?: string | undefined
  /** The place where a run stopped; absent between two runs. */
  readonly run?: RunPlace | undefined
  /** The query it belongs to; absent without one. */
  readonly query?: string | undefined
}

/** A place inside a run. */
export interface RunPlace {
  /** When the run began, in the server's time: what the next one asks for. */
  readonly startedAt: string
  /** The next page; absent for the first. */
  readonly cursor?: string | undefined
}

/** The position of a run after a page. */
interface RunState extends RunPlace {
  readonly since: string | undefined
  readonly query: string | undefined
  readonly ended: boolean
}

/** Writes where a run stands; what is not there is left out, so that it is plain JSON. */
export function writeCheckpoint(state: RunState): SyncCheckpoint {
  const { since, query, startedAt, cursor, ended } = state
  const belongsTo = query === undefined ? {} : { query }
  if (ended) return { since: startedAt, ...belongsTo }
  return {
    ...(since !== undefined && { since }),
    run: { startedAt, ...(cursor !== undefined && { cursor }) },
    ...belongsTo,
  }
}

/** Writes a query so that the same one is always the same text; undefined for an empty one. */
export function writeQuery(query: object): string | undefined {
  const members = Object.entries(query).filter(([, value]) => value !== undefined)
  const sorted = members.sort(([one], [other]) => (one < other ? -1 : 1))
  return sorted.length === 0 ? undefined : JSON.stringify(Object.fromEntries(sorted))
}

/**
 * The checkpoint that a run begins with. One of another query would leave out what the first did not
 * ask for; a text, as a column holds it, would pass for an empty one, and each run begin anew.
 *
 * @throws DoorkitError `invalid_argument`
 */
export function readCheckpoint(
  given: SyncCheckpoint | null | undefined,
  query: string | undefined,
): SyncCheckpoint {
  const checkpoint: SyncCheckpoint = given ?? { query }
  if (typeof checkpoint !== 'object') {
    throw new DoorkitError(
      'invalid_argument',
      'The checkpoint must be an object: parse the JSON that it was stored as',
    )
  }
  if (checkpoint.query === query) return checkpoint
  throw new DoorkitError(
    'invalid_argument',
    'The checkpoint is of another query: begin without a checkpoint, or keep the query',
  )
}
