import { type ClientOptions, createClient } from '@doorkit/client'
import type { Connect, FetchDocument } from './contestant.ts'

/** Reads with a client that sends over `fetch`, or as every client does where none is given. */
export function connectOver(origin: string, fetch?: ClientOptions['fetch']): FetchDocument {
  const baseUrl = `${origin}/v1`
  const client = createClient({ apiKey: 'dk_test_bench', baseUrl, maxRetries: 0, fetch })
  return async () => client.contacts.get('ct_1')
}

export const connect: Connect = (origin) => connectOver(origin)
