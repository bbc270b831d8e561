import { type Result, runScenario, type Scenario, type Sdk } from './sdks/client-scenarios.ts'

/**
 * How many scenarios run at the same time. They mostly wait, but on a small machine, more of them would
 * slow each other down, and some verdicts depend on time.
 */
const atOnce = 4

/**
 * Runs the scenarios with an SDK: first several at a time, then those that must run alone, one by one.
 * An unhandled rejection of an SDK does not end the run: one scenario tests for it.
 */
export async function runScenarios(
  scenarios: readonly Scenario[],
  sdk: Sdk,
): Promise<ReadonlyMap<Scenario, Result>> {
  const results = new Map<Scenario, Result>()
  const work = async (queue: Scenario[]) => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      results.set(next, await runScenario(next, sdk))
    }
  }
  const ignore = () => {}
  process.on('unhandledRejection', ignore)
  try {
    const shared = scenarios.filter(({ alone }) => !alone)
    await Promise.all(Array.from({ length: atOnce }, () => work(shared)))
    await work(scenarios.filter(({ alone }) => alone))
  } finally {
    process.off('unhandledRejection', ignore)
  }
  return results
}
