import { expect, test } from 'vitest'
import type { RunningServer, ServeSettings } from '../src/serve/serve.ts'
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
    const message = startMessage(serving, { storeUrl, demo: false } as ServeSettings)
    expect(message.match(/ {2}Store +(.*)/)?.[1]).toBe(shown)
    expect(howToCreateKeys(storeUrl)).toContain(`--store ${shown},`)
    expect(message).not.toMatch(/s3c/)
  },
)
