import type { Scope } from '@doorkit/models'
import type { StoredKey } from '../collections/api-key.ts'
import type { StoredSiteKey } from '../collections/site-key.ts'
import type { StoredWorkspace } from '../collections/workspace.ts'

/**
 * Who a request comes from. Its limits, its idempotency keys, its line in the request log, its report
 * and its scopes hang on it.
 */
export type Principal = ApiKeyPrincipal | PagePrincipal | VisitorPrincipal

/** A server of the customer, by an API key. */
export interface ApiKeyPrincipal {
  readonly kind: 'apiKey'
  /** The id of the key. */
  readonly id: string
  readonly key: StoredKey
  /** What it may do in the workspace API. */
  readonly scopes: readonly Scope[]
}

/** A page of the website that has no visit yet, by a site key. It may begin one. */
export interface PagePrincipal {
  readonly kind: 'page'
  /** The key. */
  readonly id: string
  readonly key: StoredSiteKey
  readonly scopes: readonly never[]
  /** Of the page. */
  readonly origin: string
  readonly browser: Browser
  /** Whether the host lets the page keep a visitor id. */
  readonly keepsVisitor: boolean
}

/** What the headers of a request say of the browser and its place; null where they say nothing. */
export interface Browser {
  readonly device: 'desktop' | 'mobile' | null
  readonly country: string | null
}

/** A visitor of the website, by the token of a visit. */
export interface VisitorPrincipal {
  readonly kind: 'visitor'
  /** The visitor. */
  readonly id: string
  readonly key: StoredSiteKey
  readonly scopes: readonly never[]
  readonly origin: string
  readonly visit: string
  /** When the token ends, in milliseconds since the epoch. */
  readonly expiresAt: number
}

/** The principal of a request, and the workspace it is in. */
export interface RequestPrincipal<Who extends Principal = Principal> {
  readonly principal: Who
  readonly workspace: StoredWorkspace
}

/** A key that was used, as this process knows it. */
export interface KnownKey {
  /** The key and its workspace, as they were read last. */
  readonly caller: RequestPrincipal<ApiKeyPrincipal>
  /** The `version` of the store before they were read. */
  readonly version: string | undefined
}
