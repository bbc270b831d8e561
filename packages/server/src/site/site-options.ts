import type { HttpRequest } from '../http/pipeline/http-request.ts'
import { isPublicAddress } from '../network/check-public-address.ts'

/** A request to the site API, as the host's options receive it. */
export type SiteRequest = Pick<HttpRequest, 'header' | 'address'>

/** How the server reads facts about a visitor from requests. */
export interface SiteOptions {
  /**
   * The address of the visitor, by which requests are counted; null if it is not known. It is never
   * stored. Behind a proxy, read the header that the proxy sets. Default: the address of the connection
   * if it is public. A private address belongs to a proxy, and all visitors behind it would share one limit.
   */
  readonly clientAddress?: ((request: SiteRequest) => string | null) | undefined
  /**
   * The country of the visitor, such as `DE`, from a header that the proxy sets. Default: unknown,
   * because a browser can send any header.
   */
  readonly country?: ((request: SiteRequest) => string | null) | undefined
  /**
   * Whether the server stores a visitor id for a visit that begins. Without one, only a sign-in
   * connects the visit with another. If the page sends `do_not_track`, none is stored. Default: true.
   */
  readonly keepsVisitor?: ((request: SiteRequest) => boolean) | undefined
}

/** The address of a connection; null if it is not known, or not public. */
export function connectionAddress({ address }: SiteRequest): string | null {
  return address !== undefined && isPublicAddress(address) ? address : null
}
