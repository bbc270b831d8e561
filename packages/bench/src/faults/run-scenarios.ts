import { type Result, runScenario, type Scenario, type Sdk } from './sdks/matrix.ts'

/** Most scenarios wait most of the time; more at once would make a small machine judge late. */
const atOnce = 4

/**
 * Puts an SDK through scenarios, some at a time, and then one by one those that bear no company. A
 * rejection that an SDK leaves unhandled must not end the run: one scenario looks for it itself.
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
