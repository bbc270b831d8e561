import * as chatStream from '@doorkit/chat-stream'
import * as client from '@doorkit/client'
import * as validate from '@doorkit/client/validate'
import * as webhooks from '@doorkit/webhooks'
import { tryParts } from './try-parts.mjs'

export default {
  async fetch() {
    try {
      return Response.json(await tryParts({ chatStream, client, validate, webhooks }))
    } catch (error) {
      return new Response(error.stack, { status: 500 })
    }
  },
}
