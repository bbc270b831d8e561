import type { FaultServer } from './fault-server.ts'
import type { Reply } from './reply.ts'
import type { Connection, Feature, Sdk, Settings } from './sdk.ts'

/**
 * One thing that can go wrong, and the behavior that a user of any SDK wants in this case. It is judged
 * by its visible effects: the requests, how and when the promise settled, and the printed output.
 */
export interface Scenario {
  /** The behavior, as a sentence. */
  readonly name: string
  /** Why a user wants it. */
  readonly why: string
  /** The issue in which users asked for it, or the standard, article or book that recommends it. */
  readonly evidence?: string | undefined
  readonly needs?: readonly Feature[] | undefined
  /** True if nothing may run at the same time: the scenario watches the whole process or measures time. */
  readonly alone?: boolean | undefined
  readonly run: (lab: Lab) => Promise<Finding>
}

/** Scenarios of one subject. */
export interface ScenarioGroup {
  readonly title: string
  readonly scenarios: readonly Scenario[]
}

/** Whether an SDK did what its users want, and its behavior in a few words. */
export interface Finding {
  readonly passed: boolean
  readonly saw: string
}

/** The tools of a scenario. Servers are closed after it. */
export interface Lab {
  readonly sdk: Sdk
  serve(...script: Reply[]): Promise<FaultServer>
  /**
   * A client of a server. Unless a scenario says otherwise, each attempt may take 5 s, and there are at
   * most two retries.
   */
  connect(server: FaultServer, settings?: Partial<Settings>): Connection
}

/** The API key of every client. Nothing that a client prints or logs may contain it. */
export const secretKey = 'dk_test_h4rd2guess5ecret'
