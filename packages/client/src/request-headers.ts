import type { CoreConfig } from './core-config.ts'
import { readHeaders } from './headers.ts'
import type { OutgoingCall } from './outgoing-call.ts'
import { present } from './present.ts'

/** The headers of every attempt of a call, all but the key. */
export function requestHeaders(
  { options, body, accept, idempotencyKey }: OutgoingCall<unknown>,
  config: CoreConfig,
): Readonly<Record<string, string>> {
  return present<object>({
    ...config.headers,
    ...readHeaders(options.headers),
    accept,
    'service-version': options.version ?? config.version,
    ...(body && { 'content-type': 'application/json' }),
    'idempotency-key': idempotencyKey,
  }) as Readonly<Record<string, string>>
}
