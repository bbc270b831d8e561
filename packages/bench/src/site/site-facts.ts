import { requestText } from '../server/connection.ts'

/** The addresses and keys of a served workspace. */
export interface SiteFacts {
  readonly port: number
  /** The origin of the website's pages. */
  readonly origin: string
  readonly siteKey: string
  readonly apiKey: string
}

/** Returns the text of a request from a page of the website. The workspace API ignores its origin. */
export function pageRequest(
  { origin }: SiteFacts,
  method: 'GET' | 'POST',
  path: string,
  credential: string,
  body?: object,
): string {
  return requestText(method, path, { Origin: origin, Authorization: `Bearer ${credential}` }, body)
}
