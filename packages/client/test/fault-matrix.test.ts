import { describe, expect, test } from 'vitest'
import { doorkit } from './faults/doorkit.ts'
import { runScenario } from './faults/run-scenario.ts'
import { scenarioGroups } from './faults/scenarios.ts'

// The scenarios work with any SDK. Here they run with this client, and `npm run bench -- faults` runs
// them with other SDKs. They are in this package because they state what its users can rely on. They
// import no test runner, so packages/bench, which has the other SDKs, can import them.
for (const { title, scenarios } of scenarioGroups) {
  describe(title, () => {
    for (const scenario of scenarios) {
      // A scenario that watches the whole process or measures time runs alone.
      test(scenario.name, { concurrent: !scenario.alone }, async ({ expect: expectHere }) => {
        expectHere(await runScenario(scenario, doorkit)).toMatchObject({ verdict: 'pass' })
      })
    }
  })
}

test('there are many scenarios, each with its own name', () => {
  const names = scenarioGroups.flatMap(({ scenarios }) => scenarios.map(({ name }) => name))
  expect(names.length).toBeGreaterThanOrEqual(80)
  expect(new Set(names).size).toBe(names.length)
})
