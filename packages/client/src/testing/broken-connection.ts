/** The error that `fetch` rejects with when the connection breaks before an answer. */
export function connectionReset(): TypeError {
  return new TypeError('fetch failed', { cause: withCode('read ECONNRESET', 'ECONNRESET') })
}

/** The error that a body ends with when the connection breaks within it. */
export function connectionCut(): TypeError {
  return new TypeError('terminated', { cause: withCode('other side closed', 'UND_ERR_SOCKET') })
}

function withCode(message: string, code: string): Error {
  return Object.assign(new Error(message), { code })
}
