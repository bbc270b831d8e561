import { undiciTransport } from '@doorkit/client/undici'
import type { Connect } from './contestant.ts'
import { connectOver } from './doorkit.ts'

export const connect: Connect = (origin) => connectOver(origin, undiciTransport().fetch)
