import type { SiteKeyData } from '../collections/site-key.ts'
import type { WorkspaceData } from '../collections/workspace.ts'

type Website = Pick<WorkspaceData, 'website' | 'mode'>

/** The origins whose pages may use a site key. */
export function originsOf({ website }: Website, { origins }: SiteKeyData): readonly string[] {
  return origins ?? [new URL(website).origin]
}

/** Whether a page of an origin may use a site key. In test mode, pages of this machine may too. */
export function isAllowedOrigin(workspace: Website, key: SiteKeyData, origin: string): boolean {
  if (originsOf(workspace, key).includes(origin)) return true
  return workspace.mode === 'test' && isLoopback(origin)
}

function isLoopback(origin: string): boolean {
  const url = URL.parse(origin)
  if (url?.origin !== origin || !/^https?:$/.test(url.protocol)) return false
  const { hostname } = url
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  )
}
