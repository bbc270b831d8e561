import { createSchema } from '@doorkit/tests/postgres'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { postgresStore } from '../src/index.ts'

const plan = {
  collections: [
    { name: 'first', columns: {}, indexes: [] },
    { name: 'second', columns: {}, indexes: [] },
  ],
}

test('a writer lock that loses a deadlock to a writer is tried again', async () => {
  const schema = await createSchema(inject('postgres'))
  const store = postgresStore({ url: schema.url })
  await store.migrate(plan)
  await store.close()
  const writer = new pg.Client(schema.url)
  await writer.connect()
  const url = new URL(schema.url)
  url.searchParams.set('options', `${url.searchParams.get('options')} -c deadlock_timeout=700ms`)
  const exclusive = postgresStore({ url: url.href, exclusive: true })

  const write = (table: string) => writer.query(`delete from doorkit_${table}`)
  await writer.query("set deadlock_timeout = '10s'")
  await writer.query('begin')
  await write('second')
  // The lock has the first table, and waits for the second.
  const locked = exclusive.migrate(plan)
  const waiting = `select 1 from pg_locks where not granted and relation = 'doorkit_second'::regclass`
  while ((await writer.query(waiting)).rows.length === 0);
  // This waits until the lock has lost, after 700 ms. The writer would lose only after ten seconds.
  await write('first')
  await writer.query('commit')

  expect(await locked).toEqual({ statements: [] })
  await exclusive.close()
  await writer.end()
  await schema.remove()
})
