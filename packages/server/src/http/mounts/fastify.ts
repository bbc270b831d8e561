import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Doorkit } from '../../doorkit.ts'
import { toRequest } from './request.ts'
import { abortOnClose } from './respond.ts'

interface Reply {
  readonly raw: ServerResponse
  send(payload: unknown): unknown
}

/** The part of a Fastify 5 instance that the plugin uses. */
export interface FastifyLike {
  /** Where the plugin was registered. */
  readonly prefix: string
  /** Adds what answers before bodies are parsed. */
  addHook(
    name: 'onRequest',
    hook: (request: { readonly raw: IncomingMessage }, reply: Reply) => Promise<unknown>,
  ): unknown
  /** Adds the route that lets every path reach the hook. */
  all(path: string, handler: () => Promise<unknown>): unknown
  /** Lets paths without a route reach the hook, too. */
  setNotFoundHandler(handler: () => Promise<unknown>): unknown
}

/**
 * Serves a server kit from Fastify 5: `app.register(fastifyDoorkit(doorkit), { prefix: '/v1' })`.
 * It answers in `onRequest`, before Fastify parses bodies, so the host's parsers and limits stay
 * as they are and do not matter here; hooks of the host that set headers apply.
 */
export function fastifyDoorkit(
  doorkit: Pick<Doorkit, 'fetch'>,
): (fastify: FastifyLike) => Promise<void> {
  return async (fastify) => {
    fastify.addHook('onRequest', async (request, reply) => {
      const standard = toRequest(request.raw, abortOnClose(reply.raw))
      const response = await doorkit.fetch(standard, { mountPath: fastify.prefix })
      return reply.send(response)
    })
    const never = async () => {
      throw new Error('The onRequest hook has answered.')
    }
    if (fastify.prefix === '') {
      // Everything that is not below the version segment stays with the host.
      fastify.all('/v1', never)
      fastify.all('/v1/*', never)
      return
    }
    fastify.all('/', never)
    fastify.all('/*', never)
    // Methods that Fastify does not route come here, through the hook above.
    fastify.setNotFoundHandler(never)
  }
}
