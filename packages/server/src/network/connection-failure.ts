import type { DeliveryErrorCode } from '../ports/webhook-sender.ts'

const noName = ['name_not_found', 'Host name not found'] as const
const closed = ['connection_failed', 'Connection closed'] as const

const reasons: Readonly<Record<string, readonly [DeliveryErrorCode, string]>> = {
  DOORKIT_PRIVATE_ADDRESS: ['address_refused', 'Host name has a private address'],
  invalid_request: ['address_refused', 'Address is not a public host name'],
  ECONNREFUSED: ['connection_failed', 'Connection refused'],
  ECONNRESET: closed,
  ENOTFOUND: noName,
  EAI_AGAIN: noName,
  ENODATA: noName,
  ESERVFAIL: noName,
  ETIMEOUT: ['name_not_found', 'No answer from the name servers of the host'],
  UND_ERR_SOCKET: closed,
}

/**
 * Describes a connection error by a code, and in a few words for customers. The words never contain an
 * address of this network.
 */
export function connectionFailure(
  error: unknown,
  timeoutSeconds: number,
): { readonly code: DeliveryErrorCode; readonly reason: string } {
  const { code: cause = '' } = error as { code?: string }
  if (cause === 'UND_ERR_CONNECT_TIMEOUT')
    return { code: 'timeout', reason: noAnswer(timeoutSeconds) }
  const known = Object.hasOwn(reasons, cause) ? reasons[cause] : undefined
  const [code, reason] = known ?? (['connection_failed', 'Connection failed'] as const)
  return { code, reason }
}

/** The reason for a failure when a server took too long. */
export function noAnswer(timeoutSeconds: number): string {
  return `No answer within ${timeoutSeconds} seconds`
}
