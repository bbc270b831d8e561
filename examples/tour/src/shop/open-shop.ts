import { Writable } from 'node:stream'
import { main, type Terminal } from '@doorkit/cli'
import { say } from '../step.ts'
import type { serveShop } from './serve-shop.ts'

type Shop = Awaited<ReturnType<typeof serveShop>>
type Served = Parameters<NonNullable<Terminal['onServing']>>[0]

/**
 * Allows the shop to use the site key of a served workspace, opens the shop, and prints every address.
 */
export async function openShop(shop: Shop, store: string, served: Served): Promise<void> {
  const { origin, consoleUrl, workspace } = served
  let result = ''
  const stdout = new Writable({
    write(part, _encoding, done) {
      result += part
      done()
    },
  })
  const update = ['site-keys', 'update', '--json', '--store', store, '--workspace', `${workspace}`]
  const code = await main([...update, '--origins', shop.origin], { ...terminal(), stdout })
  if (code !== 0) return
  await shop.open({ siteKey: JSON.parse(result).id, baseUrl: `${origin}/site` })
  say(`The API is at ${origin}/v1`)
  say(`The console, where the team answers visitors, has a link that works once: ${consoleUrl}`)
  say(`The shop, whose visitors chat with the agent, is at ${shop.origin}`)
}

const terminal = (): Terminal => ({
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
})
