import { expect, test } from 'vitest'
import { runCampaign } from '../src/campaign.ts'
import { campaigns } from '../src/campaigns.ts'

/** One round of a campaign, from the same seed at every run. */
async function shortForm(name: string) {
  const load = campaigns[name]
  if (!load) throw new Error(`There is no campaign ${name}.`)
  return runCampaign(await load(), { seed: 1, deadline: 0, long: false, log: () => {} })
}

test('no key reads or changes what its scopes or its workspace do not allow', async () => {
  const { failures, cases } = await shortForm('authorization')
  expect(failures).toEqual([])
  expect(cases).toBeGreaterThan(3_000)
})
