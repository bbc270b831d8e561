import * as chatStream from '@doorkit/chat-stream'
import * as webhooks from '@doorkit/webhooks'
import { useParts } from './use-parts.mjs'

export default {
  async fetch() {
    try {
      return Response.json(await useParts({ chatStream, webhooks }))
    } catch (error) {
      return new Response(error.stack, { status: 500 })
    }
  },
}
