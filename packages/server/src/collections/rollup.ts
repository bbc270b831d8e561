import { createHash } from 'node:crypto'
import type { WriteOp } from '../store/index.ts'
import { collection } from './record.ts'

/** What analytics can be cut by. */
export interface Dimensions {
  /** The path of the page; empty where the day does not list it. */
  readonly page: string
  /**
   * Where the visitor came from, such as `google`; `direct` when nobody knows, and empty where the
   * day does not list it.
   */
  readonly source: string
  readonly device: 'desktop' | 'mobile' | 'unknown'
  /** The source is an AI assistant. */
  readonly ai: boolean
}

/** What is counted of a day. Sums of scores are kept in hundredths. */
export const rollupCounters = [
  'visitors',
  'returning',
  'openings_seen',
  'chats_opened',
  'conversations',
  'leads',
  'meetings',
  'graded',
  'understood',
  'qualification',
  'meeting_intent',
  'needs_review',
] as const

export type RollupCounter = (typeof rollupCounters)[number]

type Counters<Type> = { readonly [Name in RollupCounter]: Type }

const everyCounter = <Type>(value: Type) =>
  Object.fromEntries(rollupCounters.map((name) => [name, value])) as Counters<Type>

interface RollupKeys extends Counters<number> {
  readonly workspace: string
  readonly day: number
  readonly page: string
  readonly source: string
  readonly device: string
  readonly ai: number
}

/** Counts of a workspace's day, by its dimensions: what analytics are read from. */
export const rollups = collection<RollupKeys, null>({
  name: 'rollups',
  keys: {
    workspace: 'text',
    day: 'integer',
    page: 'text',
    source: 'text',
    device: 'text',
    ai: 'integer',
    ...everyCounter('integer' as const),
  },
  indexes: [
    { name: 'rollups_day', on: ['workspace', 'day'] },
    { name: 'rollups_age', on: ['day'] },
  ],
})
export const rollupPlan = rollups.plan

/** The writes that add to the counts of a day, for the commit of what is counted. */
export function countOps(
  workspace: string,
  day: number,
  dimensions: Dimensions,
  add: { readonly [Name in RollupCounter]?: number },
): WriteOp[] {
  const { page, source, device, ai } = dimensions
  const id = `${workspace}.${day}.${digest([page, source, device, String(ai)])}`
  const keys = { workspace, day, page, source, device, ai: Number(ai), ...everyCounter(0) }
  return [rollups.insert(id, keys, null, 'ignore'), rollups.patch(id, { add })]
}

/** A short name for values of any length. */
export function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
}
