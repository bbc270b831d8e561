import { expect, test } from 'vitest'
import type { RunningServer } from '../src/serve/serve.ts'
import { howToCreateKeys, startMessage } from '../src/serve/start-message.ts'

const stores = [
  ['postgres://ada:s3cret@db.example/doorkit', 'postgres://ada:***@db.example/doorkit'],
  ['postgresql://:s3c@ret:2@db.example:5432/x?a=b', 'postgresql://:***@db.example:5432/x?a=b'],
  ['postgres:///x?host=/run&password=s3cret&a=b', 'postgres:///x?host=/run&password=***&a=b'],
  ['postgres://ada@db.example/doorkit', 'postgres://ada@db.example/doorkit'],
  ['sqlite:folder/doorkit.db', 'sqlite:folder/doorkit.db'],
] as const

test.each(stores)(
  'the start message shows the store %s without its password',
  (storeUrl, shown) => {
    const serving = {
      origin: 'http://127.0.0.1:1',
      live: null,
      test: null,
    } as unknown as RunningServer
    const message = startMessage(serving, { storeUrl, demo: false })
    expect(message.match(/ {2}Store +(.*)/)?.[1]).toBe(shown)
    expect(howToCreateKeys(storeUrl)).toContain(`--store ${shown},`)
    expect(message).not.toMatch(/s3c/)
  },
)

const demo = {
  origin: 'http://127.0.0.1:1',
  consoleUrl: 'http://127.0.0.1:1/console/sign-in#link',
  live: { workspace: { id: 'ws_1' }, secret: 'dk_live_1', siteKey: 'pk_live_1' },
  test: { workspace: { id: 'ws_2' }, secret: 'dk_test_1', siteKey: 'pk_test_1' },
} as RunningServer

test('the start message says what runs, then its links, then how to stop, and no address twice', () => {
  const links = [['Shop', 'http://127.0.0.1:2']] as const
  const message = startMessage(demo, { storeUrl: 'sqlite:demo.db', demo: true, links })
  expect(message.split('\n').slice(0, 5)).toEqual([
    'The workspace API is at http://127.0.0.1:1/v1, with demo data.',
    '',
    '  Shop     http://127.0.0.1:2',
    '  Console  http://127.0.0.1:1/console/sign-in#link  (opens once)',
    '  API      http://127.0.0.1:1/reference  (its reference)',
  ])
  expect(message).not.toContain('\n\n\n')
  expect(message).toMatch(/\n\nPress Ctrl\+C to stop\.$/)
  const addresses = message.match(/http:\S+[^\s,]/g)
  expect(addresses).toEqual([...new Set(addresses)])
})

test('the start message has the command for another sign-in link, unless the store is in memory', () => {
  const options = { demo: true, command: 'npx doorkit' }
  const link =
    '  npx doorkit console-link --store "sqlite:a b.db" --workspace ws_1 --person owner --name "Grace Hopper" --url http://127.0.0.1:1/console'
  expect(startMessage(demo, { ...options, storeUrl: 'sqlite:a b.db' }).split('\n')).toContain(link)
  expect(startMessage(demo, { ...options, storeUrl: 'memory:' })).not.toContain('console-link')
})
