import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { openWorkspace } from './support/open-workspace.ts'
import { collectEvidence, read, startOpeningTest, transition } from './support/opening-test.ts'
import { aTimestamp } from './support/patterns.ts'
import { expectUnprocessable } from './support/problem.ts'
import { startReceiver } from './support/receiver.ts'
import { startServer } from './support/server.ts'
import type { Experiment } from './support/wire-site.ts'

const server = await startServer('--allow-private-webhooks', '--payload-delay-ms', '0')
const receiver = await startReceiver()

/** The number of visitors who saw a variant, and of those who converted. */
interface Counts {
  readonly views: number
  readonly conversions: number
}

/** Starts an opening test. Arm 0 is the control. */
async function openArms() {
  const workspace = await openWorkspace(server)
  const { experiments } = workspace.site.record
  const { id, variants } = await startOpeningTest(workspace)
  const reportOf = (arm: number, count: number) => ({
    experiment: id,
    variant: variants[arm]?.id ?? '',
    visitor: `${arm}-${count}`,
  })
  const view = (arm: number, count: number) => experiments.view(reportOf(arm, count))
  const convert = (arm: number, count: number) => experiments.convert(reportOf(arm, count))
  return {
    view,
    convert,
    async report(arms: readonly Counts[]) {
      for (const [arm, { views, conversions }] of arms.entries()) {
        for (let count = 0; count < views; count += 1) await view(arm, count)
        for (let count = 0; count < conversions; count += 1) await convert(arm, count)
      }
    },
    readStatus: async () => (await read(workspace.api, id)).status,
    async expectNoWinner() {
      const experiment = await read(workspace.api, id)
      expect(experiment).toMatchObject({ status: 'running', winner: null })
      expectUnprocessable(await workspace.api.post(`/experiments/${id}/apply_winner`))
      const body = { variant: variants[1]?.id }
      expectUnprocessable(await workspace.api.post(`/experiments/${id}/promote`, body))
      return experiment.variants.map(({ results }) => results)
    },
  }
}

// docs/api.md#opening-test-results
test.concurrent('199 views of an arm are not enough for a winner, and 200 are', async () => {
  for (const incomplete of [0, 1]) {
    const arms = await openArms()
    const counts = [10, 60].map((conversions, arm) => ({
      views: arm === incomplete ? 199 : 200,
      conversions,
    }))
    await arms.report(counts)
    const results = await arms.expectNoWinner()
    expect(results[1]?.chance_beats_current).toBeGreaterThan(0.99)
    await arms.view(incomplete, 199)
    expect(await arms.readStatus()).toBe('winner_found')
  }
})

test.concurrent('9 conversions of the control are not enough for a winner, and 10 are', async () => {
  const arms = await openArms()
  await arms.report([
    { views: 200, conversions: 9 },
    { views: 200, conversions: 60 },
  ])
  await arms.expectNoWinner()
  await arms.convert(0, 9)
  expect(await arms.readStatus()).toBe('winner_found')
})

test.concurrent('a variant wins when its chance to beat the control reaches 0.95, and not before', async () => {
  const arms = await openArms()
  await arms.report([
    { views: 200, conversions: 10 },
    { views: 200, conversions: 10 },
  ])
  let conversions = 10
  while ((await arms.readStatus()) === 'running' && conversions < 60) {
    const results = await arms.expectNoWinner()
    expect(results[1]?.chance_beats_current).toBeLessThan(0.95)
    await arms.convert(1, conversions)
    conversions += 1
  }
  expect(await arms.readStatus()).toBe('winner_found')
  // Against 10 of 200, with a uniform prior, the chance of 18 of 200 is 0.939, and that of 19 is 0.957.
  expect(conversions).toBeGreaterThanOrEqual(18)
  expect(conversions).toBeLessThanOrEqual(20)
})

test.concurrent('an opening test with enough evidence finds its winner, which can be applied', async () => {
  const workspace = await openWorkspace(server)
  const { api, hooks } = workspace
  const target = receiver.openTarget()
  await hooks.subscribe(target, 'experiment.winner_found')
  const started = await startOpeningTest(workspace)
  await collectEvidence(workspace, started)
  const found = await read(api, started.id)
  const variant = started.variants[1]?.id
  expect(found).toMatchObject({ status: 'winner_found', winner: variant })
  const [control, contender] = found.variants.map(({ results }) => results)
  expect(control).toMatchObject({ views: 200, chance_beats_current: null })
  expect(contender?.views).toBe(200)
  expect(contender?.chance_beats_current).toBeGreaterThanOrEqual(0.95)
  expect(contender?.lift).toBeGreaterThan(0)
  for (const results of [control, contender]) {
    expect(results?.rate_low).toBeLessThan(results?.rate ?? 0)
    expect(results?.rate).toBeLessThan(results?.rate_high ?? 0)
    expect(results?.computed_at).toEqual(aTimestamp)
  }
  // With any usual prior, the mean of the Beta posterior for 10 of 200 is near 0.05.
  expect(control?.rate).toBeGreaterThan(0.045)
  expect(control?.rate).toBeLessThan(0.06)
  expect(control?.rate_low).toBeGreaterThan(0.02)
  expect(control?.rate_low).toBeLessThan(0.035)
  expect(control?.rate_high).toBeGreaterThan(0.08)
  expect(control?.rate_high).toBeLessThan(0.1)
  expect((await target.next()).event.data).toEqual({ object: found })
  const applied = await transition(api, started.id, 'apply_winner')
  expect(applied).toMatchObject({ status: 'applied', winner: variant, applied_at: aTimestamp })
  expectUnprocessable(await api.post(`/experiments/${started.id}/apply_winner`))
})

// docs/api.md#opening-test-states
test.concurrent('with enough evidence, the variant that the request names can be promoted', async () => {
  const workspace = await openWorkspace(server)
  const { api } = workspace
  const started = await startOpeningTest(workspace)
  await collectEvidence(workspace, started)
  const variant = started.variants[1]?.id
  const path = `/experiments/${started.id}/promote`
  const promoted = await ok(api.post<Experiment>(path, { variant }))
  expect(promoted).toMatchObject({ status: 'applied', winner: variant, applied_at: aTimestamp })
})

test.concurrent('an opening test that has found its winner can be stopped, and its winner can no longer be applied', async () => {
  const workspace = await openWorkspace(server)
  const started = await startOpeningTest(workspace)
  await collectEvidence(workspace, started)
  expect((await read(workspace.api, started.id)).status).toBe('winner_found')
  expect((await transition(workspace.api, started.id, 'stop')).status).toBe('stopped')
  expectUnprocessable(await workspace.api.post(`/experiments/${started.id}/apply_winner`))
})
