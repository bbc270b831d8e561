import { randomBytes } from 'node:crypto'
import { directory } from './collection.ts'
import { orNull, plain, type StoredRow } from './declare-collection.ts'
import type { WorkspaceData } from './workspace.ts'

export interface SiteKeyData {
  /** The origins whose pages may use the key; null for the origin of the workspace's website. */
  readonly origins: readonly string[] | null
  /** A seed. The identity secret is derived from it and the signing key. */
  readonly identity: string
}

const siteKeyColumns = {
  workspace: 'text',
  /** The workspace id for the current key, so that there is only one; null for a replaced key. */
  current: orNull('text'),
  created_at: 'integer',
  /** When the key stops working; null for the current key. */
  ends_at: orNull('integer'),
} as const

/** Site keys. A key is its own id. */
export const siteKeys = directory<typeof siteKeyColumns, SiteKeyData>({
  name: 'site_keys',
  columns: siteKeyColumns,
  indexes: [
    { name: 'site_keys_current', on: ['current'], unique: true },
    { name: 'site_keys_created', on: ['workspace', 'created_at'] },
  ],
  retention: 'forever',
  fields: plain('current', 'origins', 'identity'),
})

export type StoredSiteKey = StoredRow<typeof siteKeyColumns, SiteKeyData>

/** Makes a new current site key for a workspace. */
export function newSiteKey(
  workspace: string,
  mode: WorkspaceData['mode'],
  at: number,
  data: SiteKeyData = { origins: null, identity: newIdentitySeed() },
) {
  const id = `pk_${mode}_${randomBytes(18).toString('base64url')}`
  const columns = { workspace, current: workspace, created_at: at, ends_at: null }
  return { row: { id, columns, data }, op: siteKeys.insert(id, columns, data) }
}

export function newIdentitySeed(): string {
  return randomBytes(16).toString('base64url')
}

type Website = Pick<WorkspaceData, 'website' | 'mode'>

/** The origins whose pages may use a site key. */
export function originsOf({ website }: Website, { origins }: SiteKeyData): readonly string[] {
  return origins ?? [new URL(website).origin]
}

/** Whether a page of an origin may use a site key. In test mode, pages of the local machine may, too. */
export function isAllowedOrigin(workspace: Website, key: SiteKeyData, origin: string): boolean {
  if (originsOf(workspace, key).includes(origin)) return true
  return workspace.mode === 'test' && isLoopback(origin)
}

function isLoopback(origin: string): boolean {
  const url = URL.parse(origin)
  if (url?.origin !== origin || !/^https?:$/.test(url.protocol)) return false
  return /^(?:(?:.*\.)?localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(url.hostname)
}
