import { createDoorkit } from '@doorkit/server'
import { createSchema } from '@doorkit/tests/postgres'
import { expect, inject, onTestFinished, test } from 'vitest'
import { postgresStore } from '../src/index.ts'
import { startProxy } from './support/proxy.ts'

test('a server with an unreachable database answers 503, is not ready, and needs no restart', async () => {
  const schema = await createSchema(inject('postgres'))
  const proxy = await startProxy(schema.url)
  const doorkit = createDoorkit({ store: postgresStore({ url: proxy.url, maxConnections: 3 }) })
  onTestFinished(async () => {
    await doorkit.close()
    await proxy.close()
    await schema.remove()
  })
  const { id: workspace } = await doorkit.workspaces.create({
    name: 'Acme',
    website: 'https://acme.example',
  })
  const { secret } = await doorkit.keys.create({ workspace, name: 'K', access: 'full_access' })
  const call = (method: string, email?: string) =>
    doorkit.fetch('http://localhost/v1/contacts', {
      method,
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      ...(email && { body: JSON.stringify({ email }) }),
    })
  expect((await call('POST', 'before@example.com')).status).toBe(200)
  await doorkit.ping()

  proxy.shut()
  for (const answer of await Promise.all([call('GET'), call('POST', 'during@example.com')])) {
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('3')
    expect(await answer.json()).toMatchObject({ code: 'internal_error', status: 503 })
  }
  await expect(doorkit.ping()).rejects.toMatchObject({ code: 'unavailable' })

  proxy.open()
  await doorkit.ping()
  expect((await call('POST', 'after@example.com')).status).toBe(200)
  const { data } = (await (await call('GET')).json()) as { data: { email: string }[] }
  expect(data.map(({ email }) => email).sort()).toEqual(['after@example.com', 'before@example.com'])
})
