import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('a campaign that is ended by a signal takes its servers with it', async () => {
  const script = fileURLToPath(new URL('./children/serve-one.ts', import.meta.url))
  const campaign = spawn(process.execPath, ['--conditions=@doorkit/source', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = await once(createInterface(campaign.stdout), 'line')
  expect((await fetch(String(url))).status).toBeGreaterThan(0)
  campaign.kill('SIGTERM')
  expect(await once(campaign, 'exit')).toEqual([143, null])
  // A server that lived on would answer for ever, and the test run out of time.
  while (await isAnswering(String(url)));
})

function isAnswering(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  )
}
