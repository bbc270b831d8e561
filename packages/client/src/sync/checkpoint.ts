import { createRawRequest } from '../call/raw-request.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'
import { withoutNulls } from '../errors/without-nulls.ts'
import { methodPartsOf, wrongListError } from '../list/list-method-parts.ts'

/** The progress of a mirror: plain JSON, to be stored in the same transaction as each batch. */
export interface SyncCheckpoint {
  /** The run reads changes of this time or later. Absent in a run that reads everything. */
  readonly since?: string | undefined
  /** The position where a run stopped; absent between two runs. */
  readonly run?: RunPosition | undefined
  /** The query that the checkpoint belongs to; absent without one. */
  readonly query?: string | undefined
  /** The host and path of the list that the checkpoint belongs to: `api.example.com/v1/contacts`. */
  readonly list?: string | undefined
  /** The id of the workspace that the checkpoint belongs to. */
  readonly workspace?: string | undefined
}

/** A position inside a run. */
export interface RunPosition {
  /**
   * The time since which the next run reads changes: the start of this run by the server's clock, minus
   * the `overlap`.
   */
  readonly startedAt: string
  /** The cursor of the next page; absent for the first. */
  readonly cursor?: string | undefined
}

/** The list and the workspace that a checkpoint belongs to. */
interface ListOwner {
  /** Host and path: `api.example.com/v1/contacts`. */
  readonly list: string
  /** The id of the workspace; undefined if the server does not name it. */
  readonly workspace: string | undefined
}

/** The position of a run after a page. */
interface RunState extends RunPosition {
  readonly since: string | undefined
  readonly query: string | undefined
  /** Undefined for a function that is not a list method of a client. */
  readonly owner: ListOwner | undefined
  readonly ended: boolean
}

/** Writes the checkpoint of a run, without undefined members, so that it is plain JSON. */
export function writeCheckpoint(state: RunState): SyncCheckpoint {
  const { since, query, owner, startedAt, cursor, ended } = state
  const ownership = withoutNulls({ query, ...owner })
  if (ended) return { since: startedAt, ...ownership }
  return {
    ...(since !== undefined && { since }),
    run: { startedAt, ...(cursor !== undefined && { cursor }) },
    ...ownership,
  }
}

/** Writes a query so that equal queries have equal texts; undefined for an empty one. */
export function writeQuery(query: object): string | undefined {
  const members = Object.entries(query).filter(([, value]) => value !== undefined)
  const sortedMembers = members.sort(([one], [other]) => (one < other ? -1 : 1))
  return sortedMembers.length === 0 ? undefined : JSON.stringify(Object.fromEntries(sortedMembers))
}

/**
 * Returns the list that a method reads, with its workspace. GET /me names the workspace, and needs no
 * scope. Undefined for a function that is not a list method of a client.
 */
export async function ownerOf(
  method: object,
  signal: AbortSignal | undefined,
): Promise<ListOwner | undefined> {
  const parts = methodPartsOf(method)
  if (!parts) return undefined
  const request = { method: 'GET', path: '/me', signal } as const
  const identity = await createRawRequest(parts)<{ workspace?: string }>(request)
  return {
    list: parts.config.address().shown + parts.operation.path,
    workspace: identity?.workspace,
  }
}

/** Refuses the checkpoint of another list or workspace: a run from there would miss older items. */
export function checkOwner(checkpoint: SyncCheckpoint, owner: ListOwner | undefined): void {
  const { list = owner?.list, workspace = owner?.workspace } = checkpoint
  if (!owner || (list === owner.list && workspace === (owner.workspace ?? workspace))) return
  const describeOwner = (owned: Pick<SyncCheckpoint, 'list' | 'workspace'>) =>
    `${owned.list} of the workspace ${owned.workspace}`
  throw wrongListError('checkpoint', describeOwner({ list, workspace }), describeOwner(owner))
}

/**
 * Checks the checkpoint that a run begins with. With a checkpoint of another query, the run would miss
 * items that the other query left out. A checkpoint that is still JSON text would look empty, and every
 * run would start over.
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
    'The checkpoint belongs to another query: begin without a checkpoint, or keep the query',
  )
}
