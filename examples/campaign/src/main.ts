import { createClient, isId } from '@doorkit/client'
import { addressCampaign } from './address-campaign.ts'

// DOORKIT_API_KEY and DOORKIT_BASE_URL select the workspace.
const [link = '', file = 'people.csv'] = process.argv.slice(2)
if (!isId('personalLink', link)) throw new Error('Give the id of a personal link: lk_…')
const { succeeded, failed } = await addressCampaign(createClient(), link, file)
console.log(
  `${succeeded} people have an address, and ${failed} have none: see ${file}.addresses.csv`,
)
if (failed > 0) process.exitCode = 1
