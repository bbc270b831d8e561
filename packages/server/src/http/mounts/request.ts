import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { type AnswerProgress, type HttpRequest, RefusedBody } from '../pipeline/http-request.ts'
import { abortOnClose } from './respond.ts'
import { followSending } from './sending.ts'

/** A Node request, with what frameworks and body parsers leave on it. */
export type HostRequest = IncomingMessage & {
  /** The URL before a router stripped its prefix. */
  readonly originalUrl?: string | undefined
  /** The body as a parser of the host read it. */
  readonly body?: unknown
  /** The bytes, where a framework keeps them. */
  readonly rawBody?: unknown
}

/**
 * Reads a Node request, whoever has read its body already. `stream` is where the body comes from,
 * if that is not the request itself.
 */
export function fromNode(
  incoming: HostRequest,
  outgoing: ServerResponse,
  stream?: Readable,
): HttpRequest {
  const { method = 'GET', rawHeaders, httpVersionMajor, socket } = incoming
  const { pathname, search } = readTarget(incoming.originalUrl ?? incoming.url ?? '/')
  let signal: AbortSignal | undefined
  let sending: AnswerProgress | undefined
  return {
    method,
    pathname,
    search,
    connection: httpVersionMajor === 1 ? socket : undefined,
    sending() {
      sending ??= followSending(incoming, outgoing)
      return sending
    },
    address: socket?.remoteAddress,
    header: (name) => readHeader(rawHeaders, name),
    signal() {
      signal ??= abortOnClose(outgoing)
      return signal
    },
    body() {
      if (method === 'GET' || method === 'HEAD') return null
      return stream ?? readableBody(incoming)
    },
  }
}

/** All that browsers and clients send: a URL would keep it as it is. */
const plainTarget = /^((?:\/(?!\.|%2e)[\w!$&'()*+,;=:@~%.-]*)+)(\?[\w!$&()*+,;=:@~%./?-]*)?$/i

function readTarget(target: string): { readonly pathname: string; readonly search: string } {
  const plain = plainTarget.exec(target)
  if (plain) {
    const [, pathname = '/', search = ''] = plain
    return { pathname, search: search === '?' ? '' : search }
  }
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

function readHeader(raw: readonly string[], name: string): string | null {
  let found: string | null = null
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const given = raw[index] ?? ''
    if (given.length !== name.length || given.toLowerCase() !== name) continue
    const value = raw[index + 1] ?? ''
    found = found === null ? value : `${found}, ${value}`
  }
  return found
}

/** The body's bytes: as they come, or as a body parser of the host left them. */
function readableBody(incoming: HostRequest): ReturnType<HttpRequest['body']> {
  const wasRead = incoming.readableDidRead || incoming.readableEnded
  // Parsers before Express 5 leave `{}` on requests whose body they did not touch.
  const parsed = incoming.rawBody ?? (wasRead ? incoming.body : undefined)
  if (parsed === undefined || parsed === null) return wasRead ? null : incoming
  if (parsed instanceof Uint8Array || parsed instanceof RefusedBody) return parsed
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
