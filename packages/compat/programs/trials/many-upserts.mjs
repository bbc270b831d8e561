// 2,000 upserts of a batch, and then 1,500 single ones that wait for the rate limit of their API key, on
// a test clock.
import { createTestWorkspace } from '@doorkit/client/testing'

const workspace = await createTestWorkspace()
const { client, requests } = workspace
const rows = Array.from({ length: 2_000 }, (_, at) => ({ email: `p${at}@example.com` }))
const { succeeded, failures } = await client.batch(
  rows,
  (row, call) => client.contacts.upsert(row, call),
  { concurrency: 8 },
)
const waiting = await createTestWorkspace({ client: { maxConcurrent: 8, waitForRateLimit: true } })
const outcomes = await Promise.allSettled(
  rows.slice(0, 1_500).map((row) => waiting.client.contacts.upsert(row)),
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
await waiting.close()
