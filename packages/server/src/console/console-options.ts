import type { Role } from '@doorkit/models'
import type { HttpRequest } from '../http/pipeline/http-request.ts'

/** A request of a browser, as {@link ConsoleOptions.authorize} sees it. */
export type ConsoleRequest = Pick<HttpRequest, 'header' | 'address'>

/** The person who is signed in to the console, and what they may do there. */
export interface ConsoleAccess {
  /** The id of the workspace that the person sees. */
  readonly workspace: string
  /** Your own id for the person, and the name that visitors and the team see: up to 200 characters each. */
  readonly person: { readonly id: string; readonly name: string }
  /** `owner`, `agent`, `viewer`, or `webhooks` for somebody who only manages webhooks. */
  readonly role: Role
}

/** The options of `doorkit.console`. */
export interface ConsoleOptions {
  /**
   * Identifies the person of a request through your own sign-in, such as a session cookie. It runs for
   * every request to the console's API that has no valid session from a sign-in link. The files of the
   * console need no sign-in. Null refuses the request. If you sign people in only by links, return null.
   */
  readonly authorize: (
    request: ConsoleRequest,
  ) => ConsoleAccess | null | Promise<ConsoleAccess | null>
  /**
   * The path of the console as browsers see it, such as `/admin/console`. Default: the path where it is
   * mounted, which is right unless a proxy changes paths.
   */
  readonly publicPath?: string | undefined
  /**
   * The origins of the console's own pages, such as `https://app.example.com`. Default: the origin with
   * the host of the `Host` header. Set this if a proxy changes that header.
   */
  readonly origins?: readonly string[] | undefined
  /**
   * The origins of the pages that may show the console in a frame. The cookies of the console then also
   * work in a frame on another site, but only over HTTPS. Default: none.
   */
  readonly frameAncestors?: readonly string[] | undefined
}
