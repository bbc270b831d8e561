import { expect, test } from 'vitest'
import { read, running } from './support/opening-test.ts'
import { expectUnprocessable } from './support/problem.ts'
import { startServer } from './support/server.ts'
import { openTenant } from './support/tenant.ts'

const server = await startServer()

/** The actions of visitors with one variant. */
interface Counts {
  readonly views: number
  readonly conversions: number
}

/** A running test to show to visitors: arm 0 is the control. */
async function openArms() {
  const tenant = await openTenant(server)
  const { experiments } = tenant.site.record
  const { id, variants } = await running(tenant)
  const shown = (arm: number, count: number) => ({
    experiment: id,
    variant: variants[arm]?.id ?? '',
    visitor: `${arm}-${count}`,
  })
  const view = (arm: number, count: number) => experiments.view(shown(arm, count))
  const convert = (arm: number, count: number) => experiments.convert(shown(arm, count))
  return {
    view,
    convert,
    async show(arms: readonly Counts[]) {
      for (const [arm, { views, conversions }] of arms.entries()) {
        for (let count = 0; count < views; count += 1) await view(arm, count)
        for (let count = 0; count < conversions; count += 1) await convert(arm, count)
      }
    },
    status: async () => (await read(tenant.api, id)).status,
    async expectNoWinner() {
      const experiment = await read(tenant.api, id)
      expect(experiment).toMatchObject({ status: 'running', winner: null })
      expectUnprocessable(await tenant.api.post(`/experiments/${id}/apply_winner`))
      const body = { variant: variants[1]?.id }
      expectUnprocessable(await tenant.api.post(`/experiments/${id}/promote`, body))
      return experiment.variants.map(({ results }) => results)
    },
  }
}

test.concurrent('199 views of an arm are not enough, the 200th finds the winner', async () => {
  for (const short of [0, 1]) {
    const arms = await openArms()
    const counts = [10, 60].map((conversions, arm) => ({
      views: arm === short ? 199 : 200,
      conversions,
    }))
    await arms.show(counts)
    const results = await arms.expectNoWinner()
    expect(results[1]?.chance_beats_current).toBeGreaterThan(0.99)
    await arms.view(short, 199)
    expect(await arms.status()).toBe('winner_found')
  }
})

test.concurrent('9 conversions of the control are not enough, the 10th finds the winner', async () => {
  const arms = await openArms()
  await arms.show([
    { views: 200, conversions: 9 },
    { views: 200, conversions: 60 },
  ])
  await arms.expectNoWinner()
  await arms.convert(0, 9)
  expect(await arms.status()).toBe('winner_found')
})

test.concurrent('a chance below 0.95 is not enough, and the winner is found where it gets there', async () => {
  const arms = await openArms()
  await arms.show([
    { views: 200, conversions: 10 },
    { views: 200, conversions: 10 },
  ])
  let conversions = 10
  while ((await arms.status()) === 'running' && conversions < 60) {
    const results = await arms.expectNoWinner()
    expect(results[1]?.chance_beats_current).toBeLessThan(0.95)
    await arms.convert(1, conversions)
    conversions += 1
  }
  expect(await arms.status()).toBe('winner_found')
  // Against 10 of 200, a uniform prior gives 18 of 200 a chance of 0.939 and 19 one of 0.957.
  expect(conversions).toBeGreaterThanOrEqual(18)
  expect(conversions).toBeLessThanOrEqual(20)
})
