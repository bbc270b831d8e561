import { DoorkitError } from '../errors/doorkit-error.ts'
import { present } from '../errors/without-nulls.ts'
import { wrongList } from '../list/list-kit.ts'
import type { ListOwner } from './list-owner.ts'

/** How far a mirror has come: plain JSON, to be stored in the transaction of each batch. */
export interface SyncCheckpoint {
  /** The time that the run asks for: changes at this time or later. Absent in a run over everything. */
  readonly since?: string | undefined
  /** The place where a run stopped; absent between two runs. */
  readonly run?: RunPlace | undefined
  /** The query it belongs to; absent without one. */
  readonly query?: string | undefined
  /** The list it belongs to, by host and path: `api.example.com/v1/contacts`. */
  readonly list?: string | undefined
  /** The id of the workspace it belongs to. */
  readonly workspace?: string | undefined
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
  /** Undefined for a list that is no method of a client. */
  readonly owner: ListOwner | undefined
  readonly ended: boolean
}

/** Writes where a run stands; what is not there is left out, so that it is plain JSON. */
export function writeCheckpoint(state: RunState): SyncCheckpoint {
  const { since, query, owner, startedAt, cursor, ended } = state
  const belongsTo = present({ query, ...owner })
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
 * Refuses the checkpoint of another list or workspace: its time would leave out what is older there.
 *
 * @throws DoorkitError `wrong_list`
 */
export function checkOwner(checkpoint: SyncCheckpoint, owner: ListOwner | undefined): void {
  const { list = owner?.list, workspace = owner?.workspace } = checkpoint
  if (!owner || (list === owner.list && workspace === (owner.workspace ?? workspace))) return
  const shown = (of: Pick<SyncCheckpoint, 'list' | 'workspace'>) =>
    `${of.list} of the workspace ${of.workspace}`
  throw wrongList('checkpoint', shown({ list, workspace }), shown(owner))
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
