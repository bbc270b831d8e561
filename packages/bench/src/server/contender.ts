import type { Amounts } from './people.ts'

/** Where a contender keeps its data: a file, a database, or nowhere. */
export type StoreKind = 'memory' | 'sqlite' | 'postgres'

/** What a contender is started with. */
export interface ContenderOptions {
  readonly store: StoreKind
  /** The file, or the address of the database. */
  readonly place: string
  readonly amounts: Amounts
}

/** Where a contender listens, and what can be asked of it. */
export interface ContenderFacts {
  readonly port: number
  readonly key: string
  readonly contacts: readonly string[]
  readonly sessions: readonly string[]
  /** Conversations with messages. */
  readonly talks: readonly string[]
}

/** Starts a contender with its data in it. */
export type StartContender = (options: ContenderOptions) => Promise<ContenderFacts>

type Load = () => Promise<StartContender>

const byHand = (name: string): Load => {
  return async () => (await import('./by-hand.ts')).byHand(name)
}

/** Every contender by the name in the tables; only what runs is loaded. */
export const contenders = {
  bare: byHand('bare'),
  Doorkit: async () => (await import('./doorkit.ts')).startDoorkit,
  fastify: byHand('fastify'),
  express: byHand('express'),
  hono: byHand('hono'),
} satisfies Readonly<Record<string, Load>>

export type ContenderName = keyof typeof contenders
