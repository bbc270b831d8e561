import type { Connect } from '../contestant.ts'

export const connect: Connect = (origin) => async () =>
  (await fetch(`${origin}/v1/contacts/ct_1`)).json()
