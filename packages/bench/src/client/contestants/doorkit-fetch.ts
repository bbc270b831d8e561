import type { Connect } from '../contestant.ts'
import { connectOver } from './doorkit.ts'

export const connect: Connect = (origin) =>
  connectOver(origin, (url, init) => globalThis.fetch(url, init))
