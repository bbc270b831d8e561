import { randomBytes } from 'node:crypto'
import { directory, type TypedRow } from './collection.ts'
import { type ColumnsOf, orNull, plain } from './declaration.ts'
import type { WorkspaceData } from './workspace.ts'

export interface SiteKeyData {
  /** The origins whose pages it is for; null for that of the workspace's website. */
  readonly origins: readonly string[] | null
  /** Names the identity secret that goes with it, which is made of it with the key that signs. */
  readonly identity: string
}

const siteKeyKeys = {
  workspace: 'text',
  /** The workspace again, for the one key that its pages are to use; null for one that was replaced. */
  current: orNull('text'),
  created_at: 'integer',
  /** From when it opens nothing any more; null while it is current. */
  ends_at: orNull('integer'),
} as const
type SiteKeyKeys = ColumnsOf<typeof siteKeyKeys>

/** The public keys of websites. A key is its own id. */
export const siteKeys = directory<SiteKeyKeys, SiteKeyData>({
  name: 'site_keys',
  keys: siteKeyKeys,
  indexes: [
    { name: 'site_keys_current', on: ['current'], unique: true },
    { name: 'site_keys_created', on: ['workspace', 'created_at'] },
  ],
  retention: 'for ever',
  fields: plain('current', 'origins', 'identity'),
})

export type StoredSiteKey = TypedRow<SiteKeyKeys, SiteKeyData>

/** A new site key of a workspace, which becomes the current one. */
export function newSiteKey(
  workspace: string,
  mode: WorkspaceData['mode'],
  at: number,
  data: SiteKeyData = { origins: null, identity: newIdentity() },
) {
  const id = `pk_${mode}_${randomBytes(18).toString('base64url')}`
  const keys = { workspace, current: workspace, created_at: at, ends_at: null }
  return { row: { id, keys, data }, op: siteKeys.insert(id, keys, data) }
}

/** Names a new identity secret. */
export function newIdentity(): string {
  return randomBytes(16).toString('base64url')
}
