// The scenarios are part of the client's tests, whose contract they are, and know no SDK. Only this
// package depends on other SDKs, so it takes the scenarios from there and not the other way round.
export { doorkit } from '../../../../client/test/faults/doorkit.ts'
export { json } from '../../../../client/test/faults/reply.ts'
export { type Result, runScenario } from '../../../../client/test/faults/run-scenario.ts'
export type { Scenario, ScenarioGroup } from '../../../../client/test/faults/scenario.ts'
export { scenarioGroups } from '../../../../client/test/faults/scenarios.ts'
export type { CallSettings, Lack, Sdk } from '../../../../client/test/faults/sdk.ts'
export { standardWebhooks } from '../../../../client/test/faults/standard-webhooks.ts'
