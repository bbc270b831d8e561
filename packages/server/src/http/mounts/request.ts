import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/** A Node request, with what frameworks and body parsers leave on it. */
export type HostRequest = IncomingMessage & {
  /** The URL before a router stripped its prefix. */
  readonly originalUrl?: string | undefined
  /** What a body parser made of the body. */
  readonly body?: unknown
  /** The bytes, where a framework keeps them. */
  readonly rawBody?: unknown
}

/** What is still read of a body that nobody wants before its connection is closed. */
const discardedBytes = 8 * 1_048_576

/**
 * Makes the standard request of a Node one, whoever has read its body already. `stream` is where
 * the body comes from, if that is not the request itself.
 */
export function toRequest(incoming: HostRequest, signal: AbortSignal, stream?: Readable): Request {
  const method = standardMethod(incoming.method ?? 'GET')
  const read = () => (stream ? streamBody(stream) : readableBody(incoming))
  const body = method === 'GET' || method === 'HEAD' ? null : read()
  return new Request(toUrl(incoming), {
    method,
    headers: toHeaders(incoming),
    signal,
    ...(body === null ? {} : { body, duplex: 'half' }),
  })
}

/** A standard request cannot have these methods; one that no path has either gets their answer. */
function standardMethod(method: string): string {
  return /^(?:CONNECT|TRACE|TRACK)$/i.test(method) ? 'UNSUPPORTED' : method
}

function toUrl(incoming: HostRequest): URL {
  const target = incoming.originalUrl ?? incoming.url ?? '/'
  // The authority is not used for anything but a valid address: a hostile Host header is harmless.
  const path = target.startsWith('/') ? target : `/${target.replace(/^\w+:\/\/[^/]*\/?/, '')}`
  return new URL(`http://localhost${literal(path)}`)
}

/**
 * A target that a URL keeps as it is. Written as they came, a backslash would become a slash, `..`
 * would take a segment away, and a `#` would end the target: they would lead to other operations.
 */
function literal(target: string): string {
  const end = target.search(/\?|$/)
  const path = target
    .slice(0, end)
    .replaceAll('\\', '%5C')
    .replaceAll('#', '%23')
    .replace(/(?<=\/)(?:\.|%2e){1,2}(?=\/|$)/gi, (dots) => dots.replace(/\.|%2e/gi, '%252E'))
  return `${path}${target.slice(end).replaceAll('#', '%23')}`
}

function toHeaders(incoming: HostRequest): Headers {
  const headers = new Headers()
  const raw = incoming.rawHeaders
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? ''
    // Those of HTTP/2 that begin with a colon are not headers.
    if (!name.startsWith(':')) headers.append(name, raw[index + 1] ?? '')
  }
  return headers
}

/** The body's bytes: as they come, or as a body parser of the host left them. */
function readableBody(incoming: HostRequest): ReadableStream<Uint8Array> | Uint8Array | null {
  const wasRead = incoming.readableDidRead || incoming.readableEnded
  // Parsers before Express 5 leave `{}` on requests whose body they did not touch.
  const parsed = incoming.rawBody ?? (wasRead ? incoming.body : undefined)
  if (parsed === undefined || parsed === null) return wasRead ? null : streamBody(incoming)
  if (parsed instanceof Uint8Array || parsed instanceof ReadableStream) return parsed
  return new TextEncoder().encode(typeof parsed === 'string' ? parsed : writeJson(parsed))
}

/** The JSON text of what a parser made, or what is refused as none where it was nested too deeply. */
function writeJson(parsed: unknown): string {
  try {
    return JSON.stringify(parsed)
  } catch {
    return '{'
  }
}

/**
 * The body as it comes. Nothing listens before somebody reads: Node throws away a body that nobody
 * listened to, and a connection whose body was left half read never serves another request.
 */
function streamBody(incoming: Readable): ReadableStream<Uint8Array> {
  let stopListening: (() => void) | undefined
  const listen = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const onData = (part: Buffer) => {
      controller.enqueue(part)
      if ((controller.desiredSize ?? 0) <= 0) incoming.pause()
    }
    const onEnd = () => {
      stopListening?.()
      controller.close()
    }
    const onFailure = () => {
      stopListening?.()
      controller.error(new Error('The client hung up.'))
    }
    stopListening = () => {
      incoming.off('data', onData).off('end', onEnd).off('error', onFailure)
      incoming.off('close', onFailure)
    }
    incoming.on('data', onData).once('end', onEnd).once('error', onFailure)
    incoming.once('close', onFailure)
  }
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (!stopListening) listen(controller)
        incoming.resume()
      },
      cancel() {
        stopListening?.()
        discard(incoming)
      },
    },
    { highWaterMark: 0 },
  )
}

/**
 * Reads on without keeping anything. Destroying the request instead would reset the connection
 * before the client has seen why its body was refused.
 */
function discard(incoming: Readable): void {
  let discarded = 0
  incoming.on('data', (part: Buffer) => {
    discarded += part.length
    if (discarded > discardedBytes) incoming.destroy()
  })
  incoming.on('error', () => {})
  incoming.resume()
}
