import { createRawRequest } from '../call/raw-request.ts'
import { methodPartsOf } from '../list/list-method-parts.ts'

/** The list and the workspace that a checkpoint belongs to. */
export interface ListOwner {
  /** Host and path: `api.example.com/v1/contacts`. */
  readonly list: string
  /** The id of the workspace; undefined if the server does not name it. */
  readonly workspace: string | undefined
}

/**
 * Asks the server whose list a method reads: GET /me names the workspace of any API key. Undefined for a
 * function that is not a client's method.
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
