import { createClient } from '@doorkit/client'
import { undiciTransport } from '@doorkit/client/undici'
import type { Connect } from '../contestant.ts'

export const connect: Connect = (origin) => {
  const { fetch } = undiciTransport()
  const baseUrl = `${origin}/v1`
  const client = createClient({ apiKey: 'dk_test_bench', baseUrl, maxRetries: 0, fetch })
  return async () => client.contacts.get('ct_1')
}
