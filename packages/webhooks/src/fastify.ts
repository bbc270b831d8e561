import '@doorkit/models/require-node'
import type { FastifyPluginCallback } from 'fastify'
import { receiverError, verificationError } from './error.ts'
import { defaultMaxBodyBytes, type ReceiverOptions, tooLargeError } from './read-request.ts'
import type { WebhookRouter } from './router.ts'

/** Options of {@link fastifyWebhooks}. */
export interface FastifyWebhooksOptions extends ReceiverOptions {
  /** The router that verifies and handles. */
  router: WebhookRouter
  /** The path of the route, below the prefix of `register`. Default `/`. */
  path?: string | undefined
}

/**
 * Receives webhooks in Fastify:
 * `app.register(fastifyWebhooks, { prefix: '/webhooks', router })`.
 *
 * The plugin keeps bodies as bytes in its own context. The parsers of the rest of the application need
 * no change and do not affect it.
 */
export const fastifyWebhooks: FastifyPluginCallback<FastifyWebhooksOptions> = (
  instance,
  { router, path = '/', maxBodyBytes = defaultMaxBodyBytes },
  done,
) => {
  instance.removeAllContentTypeParsers()
  instance.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, onParsed) =>
    onParsed(null, body),
  )
  instance.setErrorHandler(async (error: { code?: string }, { raw }, reply) => {
    const { status, headers, body } = await router.receive(() => {
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') throw tooLargeError(maxBodyBytes)
      if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
        throw verificationError('malformed_header', 'content-type')
      const isCutOff = error === raw.errored || error.code?.startsWith('FST_ERR_CTP_')
      throw isCutOff ? receiverError('body_read_failed') : error
    })
    return reply.code(status).headers(headers).send(body)
  })
  instance.post(path, { bodyLimit: maxBodyBytes }, async (request, reply) => {
    const { status, headers, body } = await router.receive({
      body: request.body as Uint8Array,
      headers: request.headers,
    })
    return reply.code(status).headers(headers).send(body)
  })
  done()
}
