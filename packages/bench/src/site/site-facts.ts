import { requestText } from '../server/connection.ts'

/** The addresses and secrets of a served workspace. */
export interface SiteFacts {
  readonly port: number
  /** The origin of the website's pages. */
  readonly origin: string
  readonly siteKey: string
  readonly apiKey: string
}

/** Writes a request with a secret and the origin of the website. The workspace API ignores the origin. */
export function pageRequest(
  { origin }: SiteFacts,
  method: 'GET' | 'POST',
  path: string,
  secret: string,
  body?: object,
): string {
  return requestText(method, path, { Origin: origin, Authorization: `Bearer ${secret}` }, body)
}
