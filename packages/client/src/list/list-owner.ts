import type { MethodKit } from '../call/method.ts'
import { createRawRequest } from '../call/raw-request.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'

/** The list and the workspace that a position belongs to. */
export interface ListOwner {
  /** Host and path: `api.example.com/v1/contacts`. */
  readonly list: string
  /** The id of the workspace; undefined where the server does not say it. */
  readonly workspace: string | undefined
}

type AskOwner = (signal: AbortSignal | undefined) => Promise<ListOwner>

const ownerKey = Symbol.for('@doorkit/client/list-owner')

/** Notes for a list method how to learn whose list it is: GET /me names the workspace of any key. */
export function noteOwner(method: object, kit: MethodKit): void {
  const value: AskOwner = async (signal) => {
    const request = { method: 'GET', path: '/me', signal } as const
    const identity = await createRawRequest(kit)<{ workspace?: string }>(request)
    return { list: kit.config.address().shown + kit.operation.path, workspace: identity?.workspace }
  }
  Object.defineProperty(method, ownerKey, { value })
}

/** Asks whose list a method reads; undefined for a function that is no method of a client. */
export async function ownerOf(
  method: object,
  signal: AbortSignal | undefined,
): Promise<ListOwner | undefined> {
  return (method as { readonly [ownerKey]?: AskOwner })[ownerKey]?.(signal)
}

/** The error of a position that belongs to another list than the one that it was given to. */
export function wrongList(position: string, of: string, here: string): DoorkitError {
  return new DoorkitError(
    'wrong_list',
    `The ${position} is of ${of}, and this is ${here}: give it to the list that it is of, or begin without it`,
  )
}
