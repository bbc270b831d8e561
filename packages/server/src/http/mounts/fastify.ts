import '@doorkit/models/require-node'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Answer } from '../../requests/http-answer.ts'
import type { Servable } from './servable.ts'
import { fromNode } from './serve-node.ts'

interface FastifyRequest {
  readonly raw: IncomingMessage
  readonly body?: unknown
}

interface Reply {
  readonly raw: ServerResponse
  code(status: number): unknown
  header(name: string, value: string): unknown
  send(payload: Uint8Array | Readable | undefined): unknown
}

type Handler = (request: FastifyRequest, reply: Reply) => Promise<unknown>

/** The part of a Fastify 5 instance that the plugin uses. */
export interface FastifyLike {
  /** The prefix under which the plugin was registered. */
  readonly prefix: string
  /** Adds a step before bodies are parsed. */
  addHook(name: 'preParsing', hook: (request: FastifyRequest) => Promise<void>): unknown
  /** Removes the host's parsers, for the routes of this plugin only. */
  removeAllContentTypeParsers(): unknown
  /** Adds a parser for request bodies. */
  addContentTypeParser(
    type: '*',
    parser: (request: FastifyRequest, payload: IncomingMessage) => Promise<unknown>,
  ): unknown
  /** Adds a route for all methods. */
  all(path: string, handler: Handler): unknown
  /** Handles methods that Fastify does not route. */
  setNotFoundHandler(handler: Handler): unknown
}

const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/

/**
 * Serves a server kit from Fastify 5: `app.register(fastifyDoorkit(doorkit), { prefix: '/v1' })`.
 * The API answers in a route handler, so the hooks of the host run: guards in `onRequest` or
 * `preHandler`, rate limits, `onSend`. The host's parsers and body limit do not apply.
 */
export function fastifyDoorkit(doorkit: Servable): (fastify: FastifyLike) => Promise<void> {
  return async (fastify) => {
    fastify.removeAllContentTypeParsers()
    fastify.addContentTypeParser('*', async (_request, payload) => payload)
    fastify.addHook('preParsing', async ({ raw: { headers, method } }) => {
      // Fastify refuses malformed types, and QUERY requests without a type. A server may treat a body of
      // unknown type as plain bytes (RFC 9110, section 8.3). The API checks the original header itself.
      const type = headers['content-type'] ?? (method === 'QUERY' ? '' : 'any/type')
      if (!mediaType.test(type)) headers['content-type'] = 'application/octet-stream'
    })
    const handler: Handler = async (request, reply) => {
      const body = request.body instanceof Readable ? request.body : undefined
      const answer = await doorkit.serve(fromNode(request.raw, reply.raw, body), {
        mountPath: fastify.prefix,
      })
      reply.code(answer.status)
      for (const [name, value] of Object.entries(answer.headers)) reply.header(name, value)
      return reply.send(payloadOf(answer))
    }
    if (fastify.prefix === '') {
      // Paths outside the version segment belong to the host.
      fastify.all('/v1', handler)
      fastify.all('/v1/*', handler)
      return
    }
    fastify.all('/', handler)
    fastify.all('/*', handler)
    fastify.setNotFoundHandler(handler)
  }
}

/** Converts a body to a kind of payload that the host's `onSend` hooks can change. */
function payloadOf({ body }: Answer): Uint8Array | Readable | undefined {
  if (body === null) return undefined
  // For a string, Fastify would add a charset to the content type.
  return typeof body === 'string' ? Buffer.from(body) : Readable.fromWeb(body)
}
