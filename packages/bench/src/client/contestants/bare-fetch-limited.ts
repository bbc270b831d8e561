import type { Connect } from './contestant.ts'
import { requestHeaders as headers } from './request-headers.ts'

export const connect: Connect = (origin) => async () => {
  const signal = AbortSignal.timeout(30_000)
  return (await fetch(`${origin}/v1/contacts/ct_1`, { headers, signal })).json()
}
