import { runScenarios } from './run-scenarios.ts'
import type { Result, Scenario, ScenarioGroup, Sdk } from './sdks/client-scenarios.ts'

/** The result of every SDK in every scenario. */
export type Scoreboard = Awaited<ReturnType<typeof scoreSdks>>

/** Runs the scenarios with one SDK after the other. */
export async function scoreSdks(groups: readonly ScenarioGroup[], sdks: readonly Sdk[]) {
  const all = groups.flatMap(({ scenarios }) => scenarios)
  const columns: ReadonlyMap<Scenario, Result>[] = []
  for (const sdk of sdks) columns.push(await runScenarios(all, sdk))
  return {
    sdks: sdks.map(({ name, version }) => ({ name, version })),
    groups: groups.map(({ title, scenarios }) => ({
      title,
      rows: scenarios.map((scenario) => ({
        scenario,
        /** One for each SDK, in the order of the SDKs. */
        results: columns.flatMap((column) => column.get(scenario) ?? []),
      })),
    })),
  }
}

/** Counts a verdict for each SDK, in the order of the SDKs. */
export function countOf({ sdks, groups }: Scoreboard, verdict: Result['verdict']): number[] {
  const rows = groups.flatMap((group) => group.rows)
  return sdks.map(
    (_sdk, index) => rows.filter(({ results }) => results[index]?.verdict === verdict).length,
  )
}

export const marks: Readonly<Record<Result['verdict'], string>> = {
  pass: '✓',
  fail: '✗',
  absent: '—',
  'not-applicable': 'n.a.',
}

/** The meaning of the marks, in the order in which they are counted. */
export const meanings: readonly (readonly [Result['verdict'], string])[] = [
  ['pass', 'passed'],
  ['fail', 'failed'],
  ['absent', 'no feature for it'],
  ['not-applicable', 'cannot happen'],
]
