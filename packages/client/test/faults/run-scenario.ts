import { type FaultServer, startFaultServer } from './fault-server.ts'
import { type Finding, type Lab, type Scenario, secretKey } from './scenario.ts'
import type { Lack, Sdk } from './sdk.ts'

/** The result of a scenario with an SDK. */
export interface Result {
  readonly verdict: 'pass' | 'fail' | Lack['verdict']
  readonly saw: string
}

/** Runs a scenario with an SDK, over its own servers. */
export async function runScenario(scenario: Scenario, sdk: Sdk): Promise<Result> {
  const lack = scenario.needs?.map((feature) => sdk.lacks[feature]).find((found) => found)
  if (lack) return lack
  const servers: FaultServer[] = []
  const lab: Lab = {
    sdk,
    async serve(...script) {
      const server = await startFaultServer(...script)
      servers.push(server)
      return server
    },
    connect: ({ origin }, settings) =>
      sdk.connect({ origin, apiKey: secretKey, maxRetries: 2, timeoutMs: 5_000, ...settings }),
  }
  try {
    return verdictOf(await scenario.run(lab))
  } finally {
    await Promise.all(servers.map((server) => server.close()))
  }
}

function verdictOf({ passed, saw }: Finding): Result {
  return { verdict: passed ? 'pass' : 'fail', saw }
}
