import type { HttpRequest } from '../http/pipeline/http-request.ts'
import { isPublicAddress } from '../network/public-address.ts'

/** A request of the site API as the options of a host see it. */
export type SiteRequest = Pick<HttpRequest, 'header' | 'address'>

/** What a host knows of the requests of pages. */
export interface SiteOptions {
  /**
   * The address of the visitor, whose requests are counted together; null where it is not known. It is
   * never stored. Behind a proxy, read the header that the proxy sets. Default: the address of the
   * connection where it is a public one, so that the visitors behind a proxy do not share a limit.
   */
  readonly clientAddress?: ((request: SiteRequest) => string | null) | undefined
  /**
   * The country of the visitor, such as `DE`: from a header that the proxy sets. Default: not known,
   * as any browser can send any header.
   */
  readonly country?: ((request: SiteRequest) => string | null) | undefined
  /**
   * Whether a visitor id is kept of a visit that begins. Without one, nothing connects the visit with
   * another. Default: always, unless the page asks for none.
   */
  readonly keepsVisitor?: ((request: SiteRequest) => boolean) | undefined
}

/** The address of a connection, unless it is a proxy's. */
export function connectionAddress({ address }: SiteRequest): string | null {
  return address !== undefined && isPublicAddress(address) ? address : null
}
