import type { ClientConfig } from './client-config.ts'
import { type ClaimKey, createKeyLedger } from './key-ledger.ts'
import { createTurns, type Turns } from './request-queue.ts'
import { createRetryBudget, type SpendRetries } from './retry-budget.ts'

/** What all calls under one key have in common, those of clients with other options included. */
export interface KeyState {
  readonly turns: Turns
  readonly claimKey: ClaimKey
  readonly spendRetries: SpendRetries
  /** The place of a new call in the order of all. */
  readonly nextNumber: () => number
  /** True the first time only: a warning that is logged once, whichever client gets it. */
  readonly isNews: (warning: string) => boolean
}

/** Begins to count the calls under a key. */
export function createKeyState(config: Pick<ClientConfig, 'clock' | 'maxConcurrent'>): KeyState {
  const { clock } = config
  const warned = new Set<string>()
  let calls = 0
  return {
    turns: createTurns(config),
    claimKey: createKeyLedger(clock),
    spendRetries: createRetryBudget(clock),
    nextNumber: () => ++calls,
    isNews: (warning) => warned.size < warned.add(warning).size,
  }
}
