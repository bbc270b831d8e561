import { runCampaign } from '../campaign.ts'
import { campaigns } from '../campaigns.ts'

/** Runs one round of a campaign, with the same seed in every run. */
export async function shortForm(name: string) {
  const load = campaigns[name]
  if (!load) throw new Error(`There is no campaign ${name}.`)
  return runCampaign(await load(), { seed: 1, deadline: 0, long: false, log: () => {} })
}
