import { Writable } from 'node:stream'
import { main, type Terminal } from '@doorkit/cli'
import { type Client, createClient } from '@doorkit/client'
import type { serveShop } from './serve-shop.ts'

type Shop = Awaited<ReturnType<typeof serveShop>>
type ServingFacts = Parameters<NonNullable<Terminal['onServing']>>[0]

/**
 * Adds the shop's origin to those that may use the site key of a served workspace. Opens the shop, and
 * returns its link.
 */
export async function openShop(
  shop: Shop,
  store: string,
  { origin, workspace }: ServingFacts,
): Promise<[label: string, text: string][]> {
  const of = ['--json', '--store', store, '--workspace', `${workspace}`]
  const [key] = (await run<SiteKey[]>(['site-keys', 'list', ...of])) ?? []
  if (!key) return []
  const origins = [...key.origins, shop.origin].join()
  if (!(await run(['site-keys', 'update', ...of, '--origins', origins]))) return []
  const created = await run<Secret>(['keys', 'create', ...of, '--name', 'Shop', '--scopes', scopes])
  if (!created) return []
  await bookInShop(
    createClient({ apiKey: created.secret, baseUrl: `${origin}/v1` }),
    `${shop.origin}/book`,
  )
  await shop.open({ siteKey: key.id, baseUrl: `${origin}/site` })
  return [['Shop', `${shop.origin}  (its visitors chat with the agent)`]]
}

const scopes = 'agent:read,agent:write'

/** Makes a page of the shop the booking page of the demo, whose own does not exist. */
async function bookInShop(client: Client, url: string): Promise<void> {
  const { booking } = await client.agent.get()
  await client.agent.update({ booking: { url } })
  for (const { id, link } of (await client.chatButtons.list()).data) {
    if (link && link === booking.url) await client.chatButtons.update(id, { link: url })
  }
}

interface Secret {
  readonly secret: string
}

interface SiteKey {
  readonly id: string
  readonly origins: readonly string[]
}

/** Runs a command, and returns its result; null if it failed. */
async function run<Result>(command: readonly string[]): Promise<Result | null> {
  let result = ''
  const stdout = new Writable({
    write(part, _encoding, done) {
      result += part
      done()
    },
  })
  const code = await main([...command], { ...terminal(), stdout })
  return code === 0 ? JSON.parse(result) : null
}

const terminal = (): Terminal => ({
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
})
