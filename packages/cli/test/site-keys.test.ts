import { expect, test } from 'vitest'
import { storeFolder } from './support/folder.ts'
import { runHere } from './support/terminal.ts'

const { newStore } = storeFolder()

test('a site key and the identity secret can be shown and replaced, and origins can be set', async () => {
  const store = newStore()
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await runHere([...args, '--json', '--store', store])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout)
  }
  await json('workspaces', 'create', '--name', 'Acme', '--website', 'https://acme.example/shop')
  const [made] = await json('site-keys', 'list')
  expect(made).toMatchObject({
    id: expect.stringMatching(/^pk_live_/),
    status: 'active',
    origins: ['https://acme.example'],
    ends_at: null,
  })
  const origins = ['https://www.acme.example', 'https://acme.example']
  expect(await json('site-keys', 'update', '--origins', origins.join(','))).toMatchObject({
    id: made.id,
    origins,
  })
  const next = await json('site-keys', 'replace', '--keep-hours', '1')
  expect(next).toMatchObject({ status: 'active', origins })
  expect(await json('site-keys', 'list')).toMatchObject([
    { id: next.id, status: 'active' },
    { id: made.id, status: 'replaced' },
  ])
  expect(await json('site-keys', 'update', '--origins', 'website')).toMatchObject({
    origins: ['https://acme.example'],
  })
  const { secret } = await json('site-keys', 'identity-secret')
  expect(await json('site-keys', 'identity-secret')).toMatchObject({ secret })
  const replaced = await json('site-keys', 'identity-secret', '--replace')
  expect(replaced.secret).not.toBe(secret)
})
