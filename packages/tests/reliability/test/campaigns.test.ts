import { expect, test } from 'vitest'
import { shortForm } from './short-form.ts'

test('no key reads or changes anything beyond its scopes and its workspace', async () => {
  const { failures, cases } = await shortForm('authorization')
  expect(failures).toEqual([])
  expect(cases).toBeGreaterThan(2_000)
})

test('no spelling, name or redirect makes a webhook or the crawler reach a private address', async () => {
  const { failures, cases, figures } = await shortForm('addresses')
  expect(failures).toEqual([])
  expect(cases).toBeGreaterThan(10_000)
  expect(figures['attempts on changed names']).toBeGreaterThan(10)
  expect(figures['redirects refused']).toBeGreaterThan(10)
})

test('bytes that are not a request are refused on every mount, and the next request is served', async () => {
  const { failures, cases } = await shortForm('sockets')
  expect(failures).toEqual([])
  expect(cases).toBeGreaterThan(1_000)
})

test('text of every kind comes back unchanged, or is refused', async () => {
  const { failures, cases, figures } = await shortForm('strings')
  expect(failures).toEqual([])
  expect(cases).toBeGreaterThan(3_000)
  expect(figures['texts kept']).toBeGreaterThan(300)
})

test('nothing of an erased person is shown, kept, sent or stored', async () => {
  const { failures, cases } = await shortForm('erasure')
  expect(failures).toEqual([])
  expect(cases).toBeGreaterThan(50)
})

test('a team of two loses no visitor and answers nobody twice', async () => {
  const { failures, figures } = await shortForm('team')
  expect(failures).toEqual([])
  // All visitors on both stores, but for the two whose erasure may end their wait.
  expect(figures.joined).toBeGreaterThanOrEqual(38)
})

test('workspaces that use as much as they can do not starve others', async () => {
  const { failures, figures } = await shortForm('tenants')
  expect(failures).toEqual([])
  expect(figures['receivers hanging at once']).toBeGreaterThan(50)
})

test('long reads, exports, erasures and worker steps yield to other requests', async () => {
  const { failures, figures } = await shortForm('stalls')
  expect(failures).toEqual([])
  expect(figures['rows of counts']).toBeGreaterThan(1_000)
  expect(figures['rows of answers']).toBeGreaterThan(500)
})

test('a full disk loses no acknowledged write, and needs no restart', async () => {
  const { failures, figures } = await shortForm('disks')
  expect(failures).toEqual([])
  expect(figures['writes refused by a full disk']).toBeGreaterThan(10)
})

test('servers with different and jumping clocks hide no change from a mirror', async () => {
  const { failures, figures } = await shortForm('clocks')
  expect(failures).toEqual([])
  expect(figures['runs of readers']).toBeGreaterThan(30)
  expect(figures['webhooks sent']).toBeGreaterThan(10)
})
