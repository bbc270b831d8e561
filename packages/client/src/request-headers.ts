import type { CoreConfig } from './core-config.ts'
import { checkHeader, checkHeaders } from './headers.ts'
import type { OutgoingCall } from './outgoing-call.ts'
import { clientVersion } from './routes.ts'

/** The headers of every attempt of a call, all but the key. */
export function requestHeaders(
  call: OutgoingCall<unknown>,
  config: CoreConfig,
): Record<string, string> {
  const { options, body, accept, idempotencyKey } = call
  const { version } = options
  const headers: Record<string, string> = {
    'user-agent': `doorkit-client/${clientVersion}`,
    ...config.headers,
    ...(options.headers && checkHeaders(options.headers)),
    accept,
    'service-version':
      version === undefined ? config.version : checkHeader('service-version', version),
  }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
  return headers
}
