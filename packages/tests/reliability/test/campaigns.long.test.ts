import { api } from '@doorkit/models'
import { expect, test } from 'vitest'
import { shortForm } from './short-form.ts'

test('a killed server loses no acknowledged write, and performs none twice', async () => {
  const { failures, figures } = await shortForm('kills')
  expect(failures).toEqual([])
  expect(figures.kills).toBe(2)
  expect(figures['runs of a reader']).toBeGreaterThan(2)
})

test('every operation at its largest, and four of them 25 at once, leave the server alive and able to answer another workspace', async () => {
  const { failures, figures, rows } = await shortForm('neighbors')
  expect(failures).toEqual([])
  const operations = Object.values(api).flatMap((group) => Object.keys(group))
  expect(figures.operations).toBe(operations.length)
  const once = rows.find(({ attack }) => attack === 'every operation')
  expect(once?.answered).toBe(operations.length)
  expect(figures.attacks).toBe(5)
}, 600_000)

test('a fleet on PostgreSQL loses no acknowledged write when processes and the primary die', async () => {
  const { failures, figures } = await shortForm('fleet')
  expect(failures).toEqual([])
  expect(figures.kills).toBe(4)
  expect(figures['writes refused with 503']).toBeGreaterThan(0)
  expect(figures['runs of a reader']).toBeGreaterThan(2)
}, 240_000)

test('servers that die in the middle of answers lose no question, and answer each once', async () => {
  const { failures, figures } = await shortForm('turns')
  expect(failures).toEqual([])
  expect(figures.kills).toBe(2)
  expect(figures.questions).toBeGreaterThanOrEqual(8)
}, 240_000)

test('servers on PostgreSQL whose connections are cut during answers lose no question', async () => {
  const { failures, figures } = await shortForm('turnsOnPostgres')
  expect(failures).toEqual([])
  expect(figures.outages).toBe(1)
  expect(figures.questions).toBeGreaterThanOrEqual(8)
}, 240_000)

test.runIf(process.env.DOORKIT_TEST_CITUS_URL)(
  'a fleet on Citus loses no acknowledged write when processes and connections die',
  async () => {
    const { failures, figures } = await shortForm('citus')
    expect(failures).toEqual([])
    expect(figures.kills).toBe(4)
    expect(figures['writes refused with 503']).toBeGreaterThan(0)
  },
  240_000,
)

test('no API key reads or changes anything beyond its scopes and its workspace', async () => {
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

test('text of every kind is returned unchanged, or is refused', async () => {
  const { failures, cases, figures } = await shortForm('strings')
  expect(failures).toEqual([])
  expect(cases).toBeGreaterThan(3_000)
  expect(figures['texts kept']).toBeGreaterThan(300)
})

test('nothing about an erased person is shown, sent or stored', async () => {
  const { failures, cases } = await shortForm('erasure')
  expect(failures).toEqual([])
  expect(cases).toBeGreaterThan(50)
})

test('a team of two on two servers answers every message, and none twice', async () => {
  const { failures, figures } = await shortForm('team')
  expect(failures).toEqual([])
  // All visitors on the three stores, except the three whose erasure may end their wait.
  expect(figures.joined).toBeGreaterThanOrEqual(57)
})

test('webhooks are sent while the receivers of other workspaces hang', async () => {
  const { failures, figures } = await shortForm('silentReceivers')
  expect(failures).toEqual([])
  expect(figures['receivers hanging at once']).toBeGreaterThan(50)
})

test('long reads, exports, erasures and worker steps yield to other requests', async () => {
  const { failures, figures } = await shortForm('stalls')
  expect(failures).toEqual([])
  expect(figures['rows of counts']).toBeGreaterThan(1_000)
  expect(figures['rows of answers']).toBeGreaterThan(500)
})

test('a server on a full disk loses no acknowledged write, and needs no restart', async () => {
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
