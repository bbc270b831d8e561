import { getTogether } from '../collections/collection.ts'
import { isAllowedOrigin, type StoredSiteKey, siteKeys } from '../collections/site-key.ts'
import { type StoredWorkspace, workspaces } from '../collections/workspace.ts'
import { Failure } from '../errors/failure.ts'
import type { Authenticate } from '../http/pipeline/audience.ts'
import type { HttpRequest } from '../http/pipeline/http-request.ts'
import { createBoundedMap } from '../limits/bounded-map.ts'
import { mostKnownSiteKeys } from '../limits/bounds.ts'
import type {
  Browser,
  PagePrincipal,
  RequestPrincipal,
  VisitorPrincipal,
} from '../requests/principal.ts'
import { readToken, type TokenClaims, tokenPrefixes } from '../secrets/site-tokens.ts'
import type { Services } from '../services/services.ts'
import { unlessEmailAddress } from '../text/email-addresses.ts'
import { firstCharacters } from '../text/first-characters.ts'
import { createAddressLimit } from './address-limit.ts'
import { requestOrigin, wrongOrigin } from './cors.ts'
import { connectionAddress, type SiteOptions, type SiteRequest } from './site-options.ts'

/**
 * The credential of a request to the site API, checked as far as possible without the store, and the
 * facts about the browser.
 */
export interface SiteCredential {
  /** The site key itself, or the site key that the token was made with. */
  readonly key: string
  /** Null for a site key. */
  readonly claims: TokenClaims | null
  /** The origin of the page; null if it is not known. */
  readonly origin: string | null
  readonly browser: Browser
  /** See {@link SiteOptions.keepsVisitor}. */
  readonly keepsVisitor: boolean
}

interface KnownSiteKey {
  readonly key: StoredSiteKey
  readonly workspace: StoredWorkspace
  /** The version of the store before the key and workspace were read. */
  readonly version: string | undefined
}

const challenge = { 'WWW-Authenticate': 'Bearer' }
const watched = [siteKeys.plan.name, workspaces.plan.name]

/**
 * Finds the page or visitor that sends a request, by a site key or a visit token. The signature of a
 * token is checked without the store. The site key and the workspace are read from the store, unless its
 * version says that neither has changed.
 */
export function authenticatePage(options: SiteOptions): Authenticate<SiteCredential> {
  const addressOf = options.clientAddress ?? connectionAddress
  const countAddress = createAddressLimit()
  const known = createBoundedMap<KnownSiteKey>(mostKnownSiteKeys)

  async function findKey({ store }: Services, id: string): Promise<KnownSiteKey | null> {
    const seen = known.get(id)
    const version = await store.version?.(watched)
    if (seen && version !== undefined && seen.version === version) return seen
    const [key, workspace] = seen
      ? await getTogether(store, [siteKeys.ref(id), workspaces.ref(seen.key.columns.workspace)])
      : await readBoth(store, id)
    if (!key || !workspace) return null
    const found = { key, workspace, version }
    known.set(id, found)
    return found
  }

  return {
    read(services, request) {
      const address = addressOf(request)
      if (address !== null) countAddress(address, services.clock.now())
      const browser = readBrowser(request, options)
      const keepsVisitor = options.keepsVisitor?.(request) ?? true
      return { ...readCredential(services, request), browser, keepsVisitor }
    },
    known: () => null,
    async find(services, { key: id, claims, origin, browser, keepsVisitor }) {
      const found = await findKey(services, id)
      if (!found || !isUsable(found.key, services.clock.now())) throw unusable()
      const { key, workspace } = found
      if (origin === null || !isAllowedOrigin(workspace.data, key.data, origin)) {
        throw wrongOrigin(origin)
      }
      if (!claims) {
        const page = { kind: 'page', id, siteKey: key, scopes: [], origin } as const
        const principal: PagePrincipal = { ...page, browser, keepsVisitor }
        return { principal, workspace } satisfies RequestPrincipal<PagePrincipal>
      }
      const { visitor, visit, expiresAt } = claims
      if (claims.workspace !== workspace.id || visit === null) throw unusable()
      if (claims.origin !== origin) throw wrongOrigin(origin)
      const principal: VisitorPrincipal = {
        kind: 'visitor',
        id: visitor,
        siteKey: key,
        scopes: [],
        origin,
        visit,
        expiresAt,
      }
      return { principal, workspace } satisfies RequestPrincipal<VisitorPrincipal>
    },
  }
}

async function readBoth(store: Services['store'], id: string) {
  const key = await siteKeys.get(store, id)
  return [key, key && (await workspaces.get(store, key.columns.workspace))] as const
}

function readCredential(
  { vault, clock }: Services,
  request: HttpRequest,
): Pick<SiteCredential, 'key' | 'claims' | 'origin'> {
  const given = /^bearer +([^\s,]+)$/i.exec(request.header('authorization') ?? '')?.[1]
  if (given === undefined) {
    const detail = 'Send the site key or the visit token as `Authorization: Bearer …`.'
    throw new Failure('authentication_required', detail, { headers: challenge })
  }
  const claims = given.startsWith(tokenPrefixes.visit)
    ? readToken(vault, 'visit', given, clock.now())
    : null
  if (!claims && !given.startsWith('pk_')) throw unusable()
  const origin = requestOrigin(request, claims?.origin ?? null)
  return { key: claims?.key ?? given, claims, origin }
}

/** Whether a site key still works. The tokens that were made with it stop working together with it. */
export function isUsable({ columns: { ends_at } }: StoredSiteKey, now: number): boolean {
  return ends_at === null || ends_at > now
}

function unusable(): Failure {
  const detail =
    'This is not a valid site key or visit token: it may be mistyped, replaced or expired. Begin a visit with the site key.'
  return new Failure('invalid_api_key', detail, { headers: challenge })
}

/** Reads the device of a visitor from the headers of the request. The host finds the country. */
function readBrowser(request: SiteRequest, { country }: SiteOptions): Browser {
  const given = country?.(request)
  return {
    device: deviceOf(request),
    country: given ? unlessEmailAddress(firstCharacters(given, 100)) : null,
  }
}

function deviceOf(request: SiteRequest): Browser['device'] {
  const hint = request.header('sec-ch-ua-mobile')
  if (hint === '?1') return 'mobile'
  if (hint === '?0') return 'desktop'
  const userAgent = request.header('user-agent')
  if (userAgent === null) return null
  return /Mobi|Android|iPhone|iPad|iPod/.test(userAgent) ? 'mobile' : 'desktop'
}
