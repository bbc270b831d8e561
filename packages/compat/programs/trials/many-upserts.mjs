// 2,000 upserts within the rate limit of the API key, on a test clock.
import { createTestWorkspace } from '@doorkit/client/testing'

const workspace = await createTestWorkspace()
const { client, requests } = workspace
const rows = Array.from({ length: 2_000 }, (_, at) => ({ email: `p${at}@example.com` }))
const { succeeded, failures } = await client.batch(
  rows,
  (row, call) => client.contacts.upsert(row, call),
  { concurrency: 8 },
)
const plain = await createTestWorkspace({ client: { maxConcurrent: 8, waitForRateLimit: true } })
const outcomes = await Promise.allSettled(
  rows.slice(0, 1_500).map((row) => plain.client.contacts.upsert(row)),
)
process.stdout.write(
  JSON.stringify({
    succeeded,
    failures: failures.length,
    refused: requests.filter(({ status }) => status === 429).length,
    lost: outcomes.filter(({ status }) => status === 'rejected').length,
  }),
)
await workspace.close()
await plain.close()
