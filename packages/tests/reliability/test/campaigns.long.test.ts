import { api } from '@doorkit/models'
import { expect, test } from 'vitest'
import { shortForm } from './short-form.ts'

test('a killed server loses no acknowledged write, and performs none twice', async () => {
  const { failures, figures } = await shortForm('kills')
  expect(failures).toEqual([])
  expect(figures.kills).toBe(2)
  expect(figures['runs of a reader']).toBeGreaterThan(2)
})

test('every operation at its largest, 25 at once, leaves the server alive and answers another workspace', async () => {
  const { failures, figures, rows } = await shortForm('neighbours')
  expect(failures).toEqual([])
  const operations = Object.values(api).flatMap((group) => Object.keys(group))
  expect(figures.operations).toBe(operations.length)
  const once = rows.find(({ attack }) => attack === 'every operation')
  expect(once?.answered).toBe(operations.length)
  expect(figures.attacks).toBe(5)
}, 240_000)

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
