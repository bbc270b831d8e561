import * as library from '@doorkit/client'
import { useClient } from './use-client.mjs'

export default {
  async fetch(_request, settings) {
    try {
      return Response.json(await useClient(library, settings))
    } catch (error) {
      return new Response(error.stack, { status: 500 })
    }
  },
}
