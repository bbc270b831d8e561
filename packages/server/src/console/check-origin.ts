import { Failure } from '../errors/failure.ts'
import type { ConsoleOptions, ConsoleRequest } from './console-options.ts'

/** The header that the console's script adds to every request: no page of another origin can add it. */
const consoleHeader = 'doorkit-console'

/**
 * Refuses requests that a page of another origin may have sent. A form cannot add the header, and a
 * script of another origin is not allowed to. The origin is checked as well, in case a browser does not
 * enforce this.
 *
 * @throws Failure `insufficient_scope`.
 */
export function checkOrigin(
  request: ConsoleRequest & { readonly method: string },
  { origins }: Pick<ConsoleOptions, 'origins'>,
): void {
  if (request.header(consoleHeader) === null) {
    throw refused(
      'Doorkit-Console',
      'Requests to the console must have the header Doorkit-Console. Use the pages of the console.',
    )
  }
  const origin = request.header('origin')
  const site = request.header('sec-fetch-site')
  const isForeign = site !== null && site !== 'same-origin'
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  // Browsers leave the origin out only for reads.
  if (isForeign || (origin === null ? !isRead : !isOwn(origin, request, origins))) {
    throw refused(
      'Origin',
      'This request does not come from a page of the console. If a proxy changes the Host header, name the origin with the option `origins` of doorkit.console.',
    )
  }
}

function isOwn(origin: string, request: ConsoleRequest, origins: readonly string[] | undefined) {
  if (origins) return origins.includes(origin)
  const host = request.header('host')
  return (
    host !== null && /^https?:\/\//.test(origin) && URL.parse(origin)?.host === host.toLowerCase()
  )
}

function refused(param: string, detail: string): Failure {
  return new Failure('insufficient_scope', detail, { param })
}
