import { type Cost, planLimits } from '@doorkit/models'
import type { PlaceKind } from '../places.ts'
import type { Amounts } from './people.ts'

/** The store of a contender. */
export type StoreKind = Exclude<PlaceKind, 'redis'>

/** The settings that a contender starts with. */
export interface ContenderOptions {
  readonly store: StoreKind
  /** The file, or the address of the database. */
  readonly place: string
  readonly amounts: Amounts
  /** Whether its agent says a word and waits, until the contender is told to end the streams. */
  readonly holdsStreams?: true
}

/** The address of a contender, and what is in it. */
export interface ContenderFacts {
  readonly port: number
  readonly workspaces: readonly WorkspaceFacts[]
  /** The requests that each key may make in a minute; null where nothing is limited. */
  readonly limits: KeyLimits | null
}

/** A workspace of a contender: its keys and the ids of its rows. */
export interface WorkspaceFacts {
  readonly keys: readonly string[]
  readonly contacts: readonly string[]
  readonly sessions: readonly string[]
  /** Conversations with messages. */
  readonly talks: readonly string[]
}

/** The limits of a key, by what a request costs. */
export type KeyLimits = Readonly<Record<Cost, number>>

/** The limits that every contender keeps: those of the contract for the largest plan. */
export const keyLimits: KeyLimits = {
  standard: planLimits.apex.requests_per_minute,
  heavy: planLimits.apex.heavy_requests_per_minute,
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
  'Doorkit, one key': async () => (await import('./doorkit.ts')).startWithOneKey,
  fastify: byHand('fastify'),
  express: byHand('express'),
  hono: byHand('hono'),
} satisfies Readonly<Record<string, Load>>

export type ContenderName = keyof typeof contenders
