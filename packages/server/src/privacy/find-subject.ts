import { Email, normalizeEmail } from '@doorkit/models'
import * as z from 'zod'
import { siteVisitors } from '../collections/site-visitor.ts'
import { ownerOf } from '../conversations/external-id-owner.ts'
import { KitError } from '../errors/kit-error.ts'
import type { Signer } from '../secrets/encryption.ts'
import { readToken, tokenPrefixes } from '../secrets/site-tokens.ts'
import type { Services } from '../services/services.ts'
import type { Clue } from './find-person-rows.ts'

/** The person of a privacy operation. */
export interface Subject {
  /** The address in lower case; empty if none is known. */
  readonly email: string
  /** The address; if none is known, the external id or the visitor id. */
  readonly name: string
  /** The clues to start from, for a person without an address. */
  readonly from?: readonly Clue[] | undefined
}

const name = z.string().min(1).max(255)

/** The names of a person. Exactly one of them is given. */
export const SubjectNames = z.union([
  z.strictObject({ email: Email }),
  z.strictObject({ external_id: name }),
  z.strictObject({ visitor: z.string().min(1).max(2_048) }),
])
export type SubjectNames = z.infer<typeof SubjectNames>

/**
 * Finds a person by one of their names. The result has the person's address if it is known.
 *
 * @throws KitError `invalid_input` for a visitor token that was not made for this workspace.
 */
export async function findSubject(
  { store, vault }: Pick<Services, 'store' | 'vault'>,
  workspace: string,
  names: SubjectNames,
): Promise<Subject> {
  if ('email' in names) return subjectOf(normalizeEmail(names.email))
  const [kind, value] =
    'visitor' in names
      ? (['visitor', visitorIn(vault, workspace, names.visitor)] as const)
      : (['external_id', names.external_id] as const)
  const email =
    kind === 'visitor'
      ? (await siteVisitors.get(store, workspace, value))?.columns.email
      : (await ownerOf(store, workspace, value))?.email
  return email ? subjectOf(email) : { email: '', name: value, from: [{ kind, value }] }
}

/** The id of a visitor, or the id in their token. An expired token still names its visitor. */
function visitorIn(vault: Signer, workspace: string, given: string): string {
  if (!given.startsWith(tokenPrefixes.visitor)) return given
  const claims = readToken(vault, 'visitor', given, 0)
  if (claims?.workspace === workspace) return claims.visitor
  throw new KitError('invalid_input', 'This visitor token was not made for this workspace.', {
    param: 'visitor',
  })
}

export function subjectOf(email: string): Subject {
  return { email, name: email }
}
