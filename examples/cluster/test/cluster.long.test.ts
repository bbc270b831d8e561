import { createClient } from '@doorkit/client'
import { expect, onTestFinished, test } from 'vitest'
import { startCluster } from '../src/cluster.ts'

test('a cluster keeps answering when a server, a worker and the primary are killed', async () => {
  const cluster = await startCluster(0)
  onTestFinished(() => cluster.close())
  const { apiKey, baseUrl } = cluster
  const client = createClient({ apiKey, baseUrl, maxRetries: 8 })
  await client.contacts.upsert({ email: 'before@example.com' })
  cluster.servers[0]?.child.kill('SIGKILL')
  cluster.workers[0]?.child.kill('SIGKILL')
  await client.contacts.upsert({ email: 'between@example.com' })
  await cluster.failOver()
  await client.contacts.upsert({ email: 'after@example.com' })
  const contacts = await client.contacts.list().toArray({ limit: 10 })
  expect(contacts.map(({ email }) => email).sort()).toEqual([
    'after@example.com',
    'before@example.com',
    'between@example.com',
  ])
  for (const process of [cluster.servers[1], cluster.workers[1]]) {
    expect(process?.child).toMatchObject({ exitCode: null, signalCode: null })
  }
}, 180_000)
