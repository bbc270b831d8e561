import type { Reply } from './reply.ts'
import type { Sdk, StreamDialect } from './sdk.ts'

/** The events of an SDK that has streams. */
export function streamsOf({ dialect, name }: Sdk): StreamDialect {
  if (dialect.stream === undefined) throw new Error(`${name} has no streams`)
  return dialect.stream
}

/** Sends all events in one write, and then acts as `end` says. */
export function eventStream(
  events: readonly string[],
  end: 'end' | 'reset' | 'silence' = 'end',
): Reply {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(events.join(''))
    if (end === 'end') response.end()
    if (end === 'reset') setImmediate(() => response.socket?.resetAndDestroy())
  }
}

/** Sends bytes a few at a time, so that lines and characters arrive in pieces. */
export function inPieces(bytes: Uint8Array, size: number): Reply {
  return async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    for (let at = 0; at < bytes.length && !response.destroyed; at += size) {
      response.write(bytes.subarray(at, at + size))
      await new Promise((resolve) => setImmediate(resolve))
    }
    response.end()
  }
}
