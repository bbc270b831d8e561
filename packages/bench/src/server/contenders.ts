import type { StartContender } from './contender.ts'

type Load = () => Promise<StartContender>

const handWritten = (name: string): Load => {
  return async () => (await import('./hand-written.ts')).startHandWritten(name)
}

/** Every contender, by its name in the tables. Only the one that runs is loaded. */
export const contenders = {
  bare: handWritten('bare'),
  Doorkit: async () => (await import('./doorkit.ts')).startDoorkit,
  'Doorkit, one key': async () => (await import('./doorkit.ts')).startWithOneKey,
  fastify: handWritten('fastify'),
  express: handWritten('express'),
  hono: handWritten('hono'),
} satisfies Readonly<Record<string, Load>>

export type ContenderName = keyof typeof contenders
