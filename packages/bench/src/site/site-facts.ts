/** The addresses and secrets of a served workspace. */
export interface SiteFacts {
  readonly port: number
  /** The origin of the website's pages. */
  readonly origin: string
  readonly siteKey: string
  readonly apiKey: string
}

/** A request, as text for a connection. */
export function requestText(
  { origin }: Pick<SiteFacts, 'origin'>,
  method: 'GET' | 'POST',
  path: string,
  secret: string,
  body?: object,
): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Origin: ${origin}`,
    `Authorization: Bearer ${secret}`,
    ...(body
      ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]
      : []),
  ]
  return [...lines, '', text].join('\r\n')
}
