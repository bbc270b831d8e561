import * as library from '@doorkit/client'
import { tryClient } from './try-client.mjs'

export default {
  async fetch(_request, settings) {
    try {
      return Response.json(await tryClient(library, settings))
    } catch (error) {
      return new Response(error.stack, { status: 500 })
    }
  },
}
