const reasons: Readonly<Record<string, string>> = {
  DOORKIT_PRIVATE_ADDRESS: 'Host name has no public address',
  invalid_request: 'Address is not a public host name',
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'Connection closed',
  ENOTFOUND: 'Host name not found',
  EAI_AGAIN: 'Host name not found',
  ENODATA: 'Host name not found',
  ESERVFAIL: 'Host name not found',
  ETIMEOUT: 'No answer from the name servers of the host',
  UND_ERR_SOCKET: 'Connection closed',
}

/** Describes a connection error in a few words for customers. It never shows an address of this network. */
export function connectionFailure(error: unknown, timeoutSeconds: number): string {
  const { code } = error as { code?: string }
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return noAnswer(timeoutSeconds)
  return (code === undefined ? undefined : reasons[code]) ?? 'Connection failed'
}

/** The message about a server that took too long. */
export function noAnswer(timeoutSeconds: number): string {
  return `No answer within ${timeoutSeconds} seconds`
}
