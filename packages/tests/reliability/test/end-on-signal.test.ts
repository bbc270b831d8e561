import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('a campaign that a signal ends also ends its servers', async () => {
  const script = fileURLToPath(new URL('./children/serve-one.ts', import.meta.url))
  const campaign = spawn(process.execPath, ['--conditions=@doorkit/source', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = await once(createInterface(campaign.stdout), 'line')
  expect((await fetch(String(url))).status).toBeGreaterThan(0)
  campaign.kill('SIGTERM')
  expect(await once(campaign, 'exit')).toEqual([143, null])
  // A server that continued would answer forever, and the test would time out.
  while (await isAnswering(String(url)));
})

function isAnswering(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  )
}
