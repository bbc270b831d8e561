import { postgresStore } from '@doorkit/store-postgres'
import { createSchema } from '@doorkit/tests/postgres'
import pg from 'pg'
import type { Report } from '../report.ts'
import { runRounds } from '../rounds.ts'
import { median, spread } from '../statistics.ts'
import { openKit, openWorkspace } from './open-workspace.ts'

/** The number of stored answers about a person who is erased. */
const answersEach = 5

/** The time of an erasure, by the number of stored answers about other people. */
export async function measureErasures(database: string, quick: boolean): Promise<Report> {
  const [answers, rounds] = quick ? [200, 2] : [1_000_000, 60]
  const all = [await openFilled(database, 1), await openFilled(database, answers)]
  const measure = async ({ workspace }: (typeof all)[number], round: number) => {
    const email = `person.${round}@example.com`
    for (let answer = 0; answer < answersEach; answer++) {
      const contact = { email, company: `${answer}` }
      await workspace.call('POST', '/contacts', contact, `${round}-${answer}`)
    }
    const startedAt = performance.now()
    await workspace.call('POST', '/privacy/erasures', { email })
    return performance.now() - startedAt
  }
  const times = await runRounds(all, { rounds, warmUps: Math.ceil(rounds / 4) }, measure).finally(
    async () => {
      for (const { close } of all) await close()
    },
  )
  const [one = [], many = []] = times.values()
  const count = answers.toLocaleString('en')
  return {
    tables: [
      {
        title: `PostgreSQL, ms of an erasure of one person with ${answersEach} stored answers`,
        columns: ['answers about others', 'p50', 'p10', 'p90'],
        rows: [one, many].map((some, index) => [index === 0 ? 'one' : count, ...spread(some)]),
      },
    ],
    targets: [
      {
        name: `time of an erasure with ${count} answers about others, relative to the time with one`,
        value: median(many) / median(one),
        atMost: 1.25,
      },
    ],
  }
}

/** Creates a workspace with this many stored answers: one and its copies, each about another person. */
async function openFilled(database: string, answers: number) {
  const schema = await createSchema(database)
  const doorkit = openKit(postgresStore({ url: schema.url }))
  const workspace = await openWorkspace(doorkit, [])
  await workspace.call('POST', '/contacts', { email: 'other@example.com' }, 'other')
  const client = new pg.Client(schema.url)
  await client.connect()
  const others = `generate_series(2, ${answers}) copy`
  await client.query(
    `insert into doorkit_idempotency (id, rev, workspace, expires_at, data)
     select id || '_' || copy, rev, workspace, expires_at, data from doorkit_idempotency, ${others}`,
  )
  // The id of a row begins with a signature of the person's address.
  await client.query(
    `insert into doorkit_answer_people (id, rev, workspace, answer, expires_at, data)
     select md5(copy || id) || '.' || copy, rev, workspace, answer || '_' || copy, expires_at, data
     from doorkit_answer_people, ${others}`,
  )
  await client.query('vacuum analyze doorkit_idempotency, doorkit_answer_people')
  await client.end()
  return {
    workspace,
    async close() {
      await doorkit.close()
      await schema.remove()
    },
  }
}
