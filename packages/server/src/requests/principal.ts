import type { Role, Scope } from '@doorkit/models'
import type { StoredApiKey } from '../collections/api-key.ts'
import type { StoredSiteKey } from '../collections/site-key.ts'
import type { StoredWorkspace } from '../collections/workspace.ts'

/**
 * The principal of a request. Its scopes and its rate limits apply to the request, and its idempotency
 * keys are separate from those of other principals.
 */
export type Principal = ApiKeyPrincipal | PagePrincipal | VisitorPrincipal | PersonPrincipal

/** A customer's server, identified by an API key. */
export interface ApiKeyPrincipal {
  readonly kind: 'apiKey'
  readonly id: string
  readonly apiKey: StoredApiKey
  /** The scopes of the API key in the workspace API. */
  readonly scopes: readonly Scope[]
}

/** A page of the website without a visit, identified by a site key. It may begin a visit. */
export interface PagePrincipal {
  readonly kind: 'page'
  /** The id of the site key. */
  readonly id: string
  readonly siteKey: StoredSiteKey
  readonly scopes: readonly never[]
  readonly origin: string
  readonly browser: Browser
  /** Whether the host allows visitor ids for the visits that the page begins. */
  readonly keepsVisitor: boolean
}

/** The device, from the request headers, and the country, from the host's option; each null if unknown. */
export interface Browser {
  readonly device: 'desktop' | 'mobile' | null
  readonly country: string | null
}

/** A visitor of the website, identified by a visit token. */
export interface VisitorPrincipal {
  readonly kind: 'visitor'
  readonly id: string
  readonly siteKey: StoredSiteKey
  readonly scopes: readonly never[]
  readonly origin: string
  readonly visit: string
  /** When the visit token expires, in milliseconds since the epoch. */
  readonly expiresAt: number
}

/** A person of the host's team who is signed in to the console. */
export interface PersonPrincipal {
  readonly kind: 'person'
  /** The kit's own id of the person in this workspace. `person.id` is the id that the host uses. */
  readonly id: string
  readonly scopes: readonly Scope[]
  readonly role: Role
  /** The person as the host identifies them. */
  readonly person: { readonly id: string; readonly name: string }
  /** The session that a sign-in link has opened; null if the host signed the person in. */
  readonly session: PersonSession | null
}

export interface PersonSession {
  readonly id: string
  /** When the session ends by itself, in milliseconds since the epoch. */
  readonly expiresAt: number
}

/** The id of the API key or site key of a request; null for a person, who signs in without a key. */
export function credentialIdOf(principal: Principal): string | null {
  if (principal.kind === 'person') return null
  return principal.kind === 'apiKey' ? principal.apiKey.id : principal.siteKey.id
}

export interface RequestPrincipal<Who extends Principal = Principal> {
  readonly principal: Who
  readonly workspace: StoredWorkspace
}

export interface KnownKey {
  /** The API key and its workspace, as last read. */
  readonly requestPrincipal: RequestPrincipal<ApiKeyPrincipal>
  /** The store's `version` before that read. */
  readonly version: string | undefined
}
