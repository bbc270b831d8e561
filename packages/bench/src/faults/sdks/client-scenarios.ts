// The scenarios belong to the tests of the client, which does not depend on other SDKs. This package
// does, so it runs the scenarios with each SDK.
export { doorkit } from '../../../../client/test/faults/doorkit.ts'
export { json } from '../../../../client/test/faults/reply.ts'
export { type Result, runScenario } from '../../../../client/test/faults/run-scenario.ts'
export type { Scenario, ScenarioGroup } from '../../../../client/test/faults/scenario.ts'
export { scenarioGroups } from '../../../../client/test/faults/scenarios.ts'
export type { CallSettings, Lack, Sdk } from '../../../../client/test/faults/sdk.ts'
export { standardWebhooks } from '../../../../client/test/faults/standard-webhooks.ts'
