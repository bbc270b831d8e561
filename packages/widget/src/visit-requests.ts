import { backoffMs, wait } from './backoff.ts'
import type { SiteClock, SitePageState } from './browser-environment.ts'
import type {
  IdentifiedVisit,
  PageOpen,
  SitePage,
  ViewReport,
  Visit,
  VisitBegin,
  VisitorIdentity,
} from './contract.ts'
import { type RequestSettings, type SiteRequest, sendRequest } from './send-request.ts'
import { hasCode, SiteError } from './site-error.ts'
import { createTokenStore, type TokenStorage } from './token-storage.ts'

/**
 * A visit token is valid for 30 minutes. A visitor who acts after half of that time gets new tokens.
 */
const renewAfterMs = 15 * 60_000

/** A call is sent at most this many times while its failures are transient. */
const mostAttempts = 4

export interface CallSettings extends RequestSettings {
  readonly siteKey: string
  readonly storage: TokenStorage | undefined
  readonly clock: SiteClock
  readonly page: SitePageState
}

/** The input of `visits.begin`, without the two tokens that the client stores. */
export interface VisitStart extends Partial<Omit<VisitBegin, 'visitor_token' | 'visit_token'>> {}

/** The visits of the visitor to the website. */
export interface Visits {
  /**
   * Begins a visit or continues the visit of this browser, and returns everything that the page needs.
   * Call it once when a page loads. By default it sends the address of the page and the referrer.
   */
  begin(start?: VisitStart): Promise<Visit>
  /**
   * Reports another page, and returns its opening and greeting. Use it if a website changes pages
   * without loading them. Default: the address of the page.
   */
  openPage(page?: Partial<PageOpen>): Promise<SitePage>
  /** Reports that the visitor saw the opening or opened the chat. */
  see(report?: ViewReport): Promise<void>
  /** Signs the visitor in with the signature of the website's server. */
  identify(identity: VisitorIdentity): Promise<IdentifiedVisit>
  /** Forgets the visitor; call it when the visitor signs out. The next call is from a new visitor. */
  forget(): void
}

/** Creates the visits of a site, and the functions that send calls with their tokens. */
export function createVisits(settings: CallSettings) {
  const { siteKey, clock, page, storage } = settings
  const tokens = createTokenStore(storage, siteKey)
  const followers = new Set<() => void>()
  let beginning: Promise<Visit> | null = null
  /** The options of the page's visit, which every renewal sends again. */
  let visitOptions: VisitStart = {}

  function store({ visitor_token: visitor, visit_token: visit }: IdentifiedVisit | Visit): void {
    tokens.write({ visitor, visit, at: clock.now() })
  }

  /** Sends a call, and sends it again after a transient failure, up to a number of attempts. */
  async function send(request: SiteRequest, attempts = mostAttempts): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await sendRequest(settings, request)
      } catch (error) {
        if (attempt === attempts || !isTransient(error)) throw error
        await wait(settings, backoffMs(attempt), request.signal)
      }
    }
  }

  async function beginOnce({ page_url = page.url(), referrer, ...more }: VisitStart) {
    visitOptions = { ...visitOptions, ...more }
    if (visitOptions.do_not_track) tokens.forgetForGood()
    const known = tokens.read()
    const body = {
      page_url,
      referrer,
      ...visitOptions,
      ...(known?.visitor && { visitor_token: known.visitor }),
      ...(known && { visit_token: known.visit }),
    }
    const visit = await read<Visit>(
      await send({ method: 'POST', path: '/visits', bearer: siteKey, body }),
    )
    store(visit)
    return visit
  }

  /** Begins a visit. Calls at the same time share it. */
  function begin(start: VisitStart): Promise<Visit> {
    beginning ??= beginOnce(start).finally(() => {
      beginning = null
    })
    return beginning
  }

  async function visitToken(): Promise<string> {
    const known = beginning ? null : tokens.read()
    const isYoung = known && clock.now() - known.at < renewAfterMs
    return isYoung ? known.visit : (await begin({})).visit_token
  }

  /** Sends a call of a visitor. If its token is refused, sends the call once more with a new token. */
  async function call(request: Omit<SiteRequest, 'bearer'>, attempts?: number): Promise<Response> {
    const bearer = await visitToken()
    try {
      return await send({ ...request, bearer }, attempts)
    } catch (error) {
      if (!hasCode(error, 'invalid_api_key')) throw error
      const known = tokens.read()
      const isRenewed = known && known.visit !== bearer
      const renewed = isRenewed ? known.visit : (await begin({})).visit_token
      return send({ ...request, bearer: renewed }, attempts)
    }
  }

  const tellFollowers = () => {
    for (const follower of followers) follower()
  }

  const post = async <Result>(path: string, body?: object): Promise<Result> =>
    read(await call({ method: 'POST', path, body }))

  const visits: Visits = {
    begin: (start = {}) => {
      const referrer = page.referrer()
      return begin({ ...(referrer && { referrer }), ...start })
    },
    openPage: (open) => post('/visits/pages', { page_url: page.url(), ...open }),
    async see(report = {}) {
      await post('/visits/openings', report)
    },
    async identify({ email, expires, signature }) {
      const visit = await post<IdentifiedVisit>('/visits/identity', { email, expires, signature })
      store(visit)
      tellFollowers()
      return visit
    },
    forget() {
      tokens.write(null)
      tellFollowers()
    },
  }
  return {
    visits,
    call,
    post,
    /** Calls back when the tokens belong to another visitor. Returns a function that unsubscribes. */
    onNewVisitor(follower: () => void) {
      followers.add(follower)
      return () => void followers.delete(follower)
    },
  }
}

/** Whether the same request may succeed a moment later. */
export const isTransient = (error: unknown): error is SiteError =>
  hasCode(error, 'connection_failed') ||
  (hasCode(error, 'response_unexpected') && (error.status ?? 0) >= 502)

export async function read<Result>(response: Response): Promise<Result> {
  try {
    return await response.json()
  } catch (cause) {
    throw new SiteError('connection_failed', 'The answer was cut off. Send the call again.', {
      cause,
    })
  }
}
