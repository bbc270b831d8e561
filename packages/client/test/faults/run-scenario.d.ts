import { type Scenario } from './scenario.ts'
import type { Lack, Sdk } from './sdk.ts'
/** What became of a scenario with an SDK. */
export interface Result {
  readonly verdict: 'pass' | 'fail' | Lack['verdict']
  readonly saw: string
}
/** Puts an SDK through a scenario, over servers of its own. */
export declare function runScenario(scenario: Scenario, sdk: Sdk): Promise<Result>
