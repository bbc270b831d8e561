import { siteLimits } from '@doorkit/models/site'
import { expect, test } from 'vitest'
import { agentOf, textChunks } from '../support/agents.ts'
import { createSiteKit, openPage } from '../support/site.ts'

const agent = agentOf(() => textChunks('Thank you.'))

/** Opens two sites over one store, and counts the calls to the store. */
async function openTwoSites() {
  const kit = await createSiteKit({
    agent,
    clientAddress: ({ header }) => header('x-client'),
  })
  const other = await kit.anotherWorkspace()
  await kit.doorkit.workspaces.update(other.id, { agent: { live: true } })
  const [key] = await kit.doorkit.siteKeys.list({ workspace: other.id })
  const neighbor = openPage({ send: kit.send, siteKey: key?.id ?? '' }, 'https://b.example')
  await neighbor.visit()
  let calls = 0
  for (const name of ['get', 'list', 'commit', 'consume'] as const) {
    const method = kit.store[name].bind(kit.store) as (...args: unknown[]) => unknown
    Object.assign(kit.store, {
      [name]: (...args: unknown[]) => {
        calls += 1
        return method(...args)
      },
    })
  }
  return { kit, neighbor, calls: () => calls }
}

test('a flood from one address costs the store almost nothing, and another site is answered', async () => {
  const { kit, neighbor, calls } = await openTwoSites()
  const flooder = openPage(kit)
  const from = { 'X-Client': '192.0.2.1' }
  const send = () =>
    flooder.json('GET', '/events', undefined, { secret: kit.siteKey, headers: from })
  for (let sent = 0; sent < siteLimits.addressRequestsPerMinute; sent += 1) await send()
  const before = calls()
  const flood = Array.from({ length: 500 }, send)
  const reply = await neighbor.say('Hello')
  const statuses = new Set((await Promise.all(flood)).map(({ status }) => status))
  expect(statuses).toEqual(new Set([429]))
  expect(reply.status).toBe(200)
  const during = calls() - before
  await neighbor.say('Hello again')
  // The flood itself costs no calls. The first message opens the chat, and costs more than the second.
  expect(during).toBeLessThan(3 * (calls() - before - during))
})

test('a visitor who sends too many requests is refused by their own limit, and another site is still answered', async () => {
  const { kit, neighbor, calls } = await openTwoSites()
  const flooder = openPage(kit)
  await flooder.visit()
  const done: string[] = []
  const ask = (page: typeof flooder, name: string) =>
    page.json('GET', '/conversation').then(({ status }) => done.push(`${name} ${status}`))
  const flood = Array.from({ length: 400 }, () => ask(flooder, 'flood'))
  await Promise.all([...flood, ask(neighbor, 'neighbor')])
  expect(done.filter((answer) => answer === 'flood 200')).toHaveLength(siteLimits.requestsPerMinute)
  expect(done.filter((answer) => answer === 'flood 429')).toHaveLength(
    400 - siteLimits.requestsPerMinute,
  )
  expect(done).toContain('neighbor 200')
  // A request over the limit costs few calls to the store.
  const before = calls()
  for (let sent = 0; sent < 100; sent += 1) await ask(flooder, 'late')
  expect(calls() - before).toBeLessThan(5 * 100)
  const own = calls()
  await ask(neighbor, 'neighbor')
  expect(calls() - own).toBeLessThan(10)
})

test('the IP address of a visitor is not stored, logged or reported', async () => {
  const address = '192.0.2.77'
  const outputs: unknown[] = []
  const keep = (...args: unknown[]) => void outputs.push(args)
  const kit = await createSiteKit({
    agent,
    clientAddress: ({ header }) => header('x-client'),
    logger: { debug: keep, info: keep, warn: keep, error: keep },
    onRequest: keep,
  })
  for (const name of ['commit', 'consume'] as const) {
    const method = kit.store[name].bind(kit.store) as (...args: unknown[]) => unknown
    Object.assign(kit.store, {
      [name]: (...args: unknown[]) => {
        keep(args)
        return method(...args)
      },
    })
  }
  const page = openPage(kit)
  const headers = { 'X-Client': address, 'X-Forwarded-For': address }
  await page.visit({}, headers)
  await page.json('POST', '/messages', { id: 'a', text: 'Hello', stream: false }, { headers })
  for (let sent = 0; sent < siteLimits.addressRequestsPerMinute; sent += 1) {
    await page.json('GET', '/conversation', undefined, { headers })
  }
  const refused = await page.json('GET', '/conversation', undefined, { headers })
  expect(refused.status).toBe(429)
  expect(outputs.length).toBeGreaterThan(siteLimits.addressRequestsPerMinute)
  expect(JSON.stringify(outputs)).not.toContain(address)
  expect(refused.text).not.toContain(address)
})
