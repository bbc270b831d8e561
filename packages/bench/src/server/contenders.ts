import type { StartContender } from './contender.ts'

type Load = () => Promise<StartContender>

const byHand = (name: string): Load => {
  return async () => (await import('./hand-written.ts')).byHand(name)
}

/** Every contender, by its name in the tables. Only the one that runs is loaded. */
export const contenders = {
  bare: byHand('bare'),
  Doorkit: async () => (await import('./doorkit.ts')).startDoorkit,
  'Doorkit, one key': async () => (await import('./doorkit.ts')).startWithOneKey,
  fastify: byHand('fastify'),
  express: byHand('express'),
  hono: byHand('hono'),
} satisfies Readonly<Record<string, Load>>

export type ContenderName = keyof typeof contenders
