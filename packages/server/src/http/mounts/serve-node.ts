import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import type { Answer } from '../../requests/http-answer.ts'
import { type AnswerProgress, type HttpRequest, RefusedBody } from '../pipeline/http-request.ts'
import { hasWaiting } from '../pipeline/serve-in-order.ts'
import type { Servable, ServeOptions } from './servable.ts'

/** A Node request, with the members that frameworks and body parsers add. */
export type HostRequest = IncomingMessage & {
  /** The URL before a router stripped its prefix. */
  readonly originalUrl?: string | undefined
  /** The body from the host's parser. */
  readonly body?: unknown
  /** The bytes of the body, if a framework keeps them. */
  readonly rawBody?: unknown
}

/** A request listener of `node:http`. */
export type NodeListener = (incoming: HostRequest, outgoing: ServerResponse) => void

/** Serves a server kit with `http.createServer(toNode(doorkit))`. */
export function toNode(doorkit: Servable, options: ServeOptions = {}): NodeListener {
  return (incoming, outgoing) => {
    void serveNode(doorkit, incoming, outgoing, options.mountPath)
  }
}

/** Serves one Node request; never rejects. */
export async function serveNode(
  doorkit: Servable,
  incoming: HostRequest,
  outgoing: ServerResponse,
  mountPath: string | undefined,
): Promise<void> {
  try {
    const request = fromNode(incoming, outgoing)
    const answer = await doorkit.serve(request, { mountPath })
    // After `server.close()`, Node keeps a connection open as long as requests keep coming. So the
    // answer to the last waiting request ends the connection.
    if (isClosing(incoming) && !hasWaiting(incoming.socket)) outgoing.shouldKeepAlive = false
    await sendAnswer(answer, outgoing, request.sending?.())
  } catch {
    // The connection can carry no more HTTP, or the body failed after the answer had begun. So no other
    // answer is possible.
    outgoing.destroy()
  }
}

/** `server` is an undocumented member of a socket. A request that no server accepted may have no socket. */
function isClosing({ socket }: HostRequest): boolean {
  return (socket as { readonly server?: Server } | undefined)?.server?.listening === false
}

/**
 * Converts a Node request, even if the host has already read its body.
 *
 * @param stream - the source of the body. Default: the request or, once a parser of the host has read
 * it, the parsed body.
 */
export function fromNode(
  incoming: HostRequest,
  outgoing: ServerResponse,
  stream?: Readable,
): HttpRequest {
  const { method = 'GET', rawHeaders, httpVersionMajor, socket } = incoming
  const { pathname, search } = readTarget(incoming.originalUrl ?? incoming.url ?? '/')
  const sending = followSending(incoming, outgoing)
  let signal: AbortSignal | undefined
  return {
    method,
    pathname,
    search,
    connection: httpVersionMajor === 1 ? socket : undefined,
    sending: () => sending,
    address: socket?.remoteAddress,
    header: (name) => readHeader(rawHeaders, name),
    signal() {
      signal ??= abortOnHangUp(outgoing, sending)
      return signal
    },
    body() {
      if (method === 'GET' || method === 'HEAD') return null
      return stream ?? readableBody(incoming)
    },
  }
}

/** Matches nearly all request targets. Parsing the matched ones as a URL would change nothing. */
const plainTarget = /^((?:\/(?!\.|%2e)[\w!$&'()*+,;=:@~%.-]*)+)(\?[\w!$&()*+,;=:@~%./?-]*)?$/i

function readTarget(target: string): { readonly pathname: string; readonly search: string } {
  const plain = plainTarget.exec(target)
  if (plain) {
    const [, pathname = '/', search = ''] = plain
    return { pathname, search: search === '?' ? '' : search }
  }
  // `localhost` only makes the URL valid. The Host header is not used, so a hostile one is harmless.
  const path = target.startsWith('/') ? target : `/${target.replace(/^\w+:\/\/[^/]*\/?/, '')}`
  return new URL(`http://localhost${literal(path)}`)
}

/**
 * Escapes the characters that the URL parser would change: the parser turns a backslash into a slash,
 * resolves `..`, and ends the target at a `#`. Unescaped, such targets would reach other operations.
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
    const rawName = raw[index] ?? ''
    if (rawName.length !== name.length || rawName.toLowerCase() !== name) continue
    const value = raw[index + 1] ?? ''
    found = found === null ? value : `${found}, ${value}`
  }
  return found
}

/** The body, from the network or from the host's body parser. */
function readableBody(incoming: HostRequest): ReturnType<HttpRequest['body']> {
  const wasRead = incoming.readableDidRead || incoming.readableEnded
  // Before Express 5, parsers set `{}` on requests whose body they did not read.
  const parsed = incoming.rawBody ?? (wasRead ? incoming.body : undefined)
  if (parsed === undefined || parsed === null) return wasRead ? null : incoming
  if (parsed instanceof Uint8Array || parsed instanceof RefusedBody) return parsed
  return new TextEncoder().encode(typeof parsed === 'string' ? parsed : writeJson(parsed))
}

/** The JSON text of a parsed body; invalid JSON, which is refused, if the body is nested too deeply. */
function writeJson(parsed: unknown): string {
  try {
    return JSON.stringify(parsed)
  } catch {
    return '{'
  }
}

function abortOnHangUp(outgoing: ServerResponse, sending: AnswerProgress): AbortSignal {
  const controller = new AbortController()
  sending.onSent(() => {
    if (!outgoing.writableFinished) controller.abort(new Error('The client hung up.'))
  })
  return controller.signal
}

function followSending({ socket }: HostRequest, outgoing: ServerResponse): AnswerProgress {
  // Over HTTP/2, each answer has a stream of its own, and only this stream knows whether it is closed.
  const { stream = outgoing } = outgoing as { readonly stream?: Writable }
  let onWaiting: (() => void)[] | undefined
  return {
    isUnderWay: () => outgoing.socket !== null,
    onWaiting(run) {
      if (onWaiting) {
        onWaiting.push(run)
        return
      }
      const runs = [run]
      onWaiting = runs
      stream.once('prefinish', () => {
        if (stream.writableLength > 0) for (const each of runs) each()
      })
    },
    onSent(run) {
      if (stream.closed || (!outgoing.socket && socket?.destroyed)) run()
      else if (outgoing.socket || !socket) outgoing.once('close', run)
      else onEitherClosed(outgoing, socket, run)
    },
    breakOff: () => void stream.destroy(),
  }
}

/**
 * Calls `run` when the answer or its connection is closed. An answer that waits behind an answer of the
 * host has no socket, so it does not notice the end of the connection.
 */
function onEitherClosed(outgoing: ServerResponse, socket: Socket, run: () => void): void {
  const closed = () => {
    outgoing.off('close', closed)
    socket.off('close', closed)
    run()
  }
  outgoing.on('close', closed)
  socket.on('close', closed)
}

/**
 * Sends an answer over a Node response.
 *
 * @param sending - how far the answer has been sent. An answer whose body is a stream needs it.
 */
export async function sendAnswer(
  answer: Answer,
  outgoing: ServerResponse,
  sending?: AnswerProgress,
): Promise<void> {
  const { status, headers, body } = answer
  if (body instanceof ReadableStream) {
    outgoing.writeHead(status, headers)
    return sendStream(body, outgoing, sending)
  }
  const length = body === null ? {} : { 'Content-Length': Buffer.byteLength(body) }
  outgoing.writeHead(status, { ...headers, ...length })
  outgoing.end(body ?? undefined)
}

async function sendStream(
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
  sending: AnswerProgress | undefined,
): Promise<void> {
  const reader = body.getReader()
  // A body can fail while the socket accepts nothing.
  reader.closed.catch(() => outgoing.destroy())
  outgoing.flushHeaders()
  // The client may have hung up before there was an answer.
  sending?.onSent(() => reader.cancel().catch(() => {}))
  for (;;) {
    const next = await reader.read()
    if (next.done) break
    if (!outgoing.write(next.value)) await drained(outgoing)
  }
  outgoing.end()
}

/** Resolves when the socket accepts more data or has closed. */
function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off('drain', done).off('close', done)
      resolve()
    }
    if (outgoing.destroyed) resolve()
    else outgoing.once('drain', done).once('close', done)
  })
}
