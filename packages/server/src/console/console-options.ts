import type { Role } from '@doorkit/models'
import type { HttpRequest } from '../http/pipeline/http-request.ts'

/** A request of a browser, as {@link ConsoleOptions.authorize} sees it. */
export type ConsoleRequest = Pick<HttpRequest, 'header' | 'address'>

/** Who is signed in to the console, and what they may do there. */
export interface ConsoleAccess {
  /** The id of the workspace that they see. */
  readonly workspace: string
  /** Your own id of the person, and the name that visitors and the team see: up to 200 characters each. */
  readonly person: { readonly id: string; readonly name: string }
  /** `owner`, `agent`, `viewer`, or `webhooks` for somebody who manages webhooks alone. */
  readonly role: Role
}

/** The options of `doorkit.console`. */
export interface ConsoleOptions {
  /**
   * Finds who sends a request by your own sign-in, such as a session cookie. It runs for every request
   * without a session that a link has opened. Null refuses the request. A host that signs people in by links
   * alone answers `() => null`.
   */
  readonly authorize: (
    request: ConsoleRequest,
  ) => ConsoleAccess | null | Promise<ConsoleAccess | null>
  /**
   * The path of the console as browsers see it, such as `/admin/console`. Default: the path it is mounted
   * at, which is right unless a proxy changes paths.
   */
  readonly publicPath?: string | undefined
  /**
   * The origins of the pages that may call the console, such as `https://app.example.com`. Default: the
   * origin whose host is that of the `Host` header. Name it where a proxy changes that header.
   */
  readonly origins?: readonly string[] | undefined
  /**
   * The origins of the pages that may show the console in a frame. Its cookies are then sent to frames of
   * other sites too, over HTTPS alone. Default: none.
   */
  readonly frameAncestors?: readonly string[] | undefined
}
