import { createClient } from '@doorkit/client'
import type { Connect } from '../contestant.ts'

export const connect: Connect = (origin) => {
  const client = createClient({ apiKey: 'dk_test_bench', baseUrl: `${origin}/v1`, maxRetries: 0 })
  return async () => client.contacts.get('ct_1')
}
