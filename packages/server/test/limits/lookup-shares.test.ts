import { expect, test } from 'vitest'
import { createLookupShares } from '../../src/limits/lookup-shares.ts'
import { until } from '../support/faulty-store.ts'
import { caller, createKit } from '../support/kit.ts'

/** A resolver whose lookups of `dead` names end when the test says so. */
function heldResolver() {
  const held: { hostname: string; end: () => void }[] = []
  const resolve = (hostname: string) =>
    new Promise<readonly string[]>((found) => {
      if (hostname.startsWith('dead')) {
        held.push({ hostname, end: () => found(['93.184.216.34']) })
      } else found(['93.184.216.34'])
    })
  return { held, resolve }
}

test('a workspace looks up at most 16 names at the same time, and no other workspace waits for them', async () => {
  const { held, resolve } = heldResolver()
  const lookups = createLookupShares(resolve)
  const names = Array.from({ length: 40 }, (_, at) => `dead-${at}.example`)
  const ended = Promise.all(names.map((name) => lookups('ws_a')(name)))
  expect(await lookups('ws_b')('one.example')).toHaveLength(1)
  expect(held).toHaveLength(16)
  for (let at = 0; at < names.length; at++) {
    await until(() => held.length > at)
    expect(held.length).toBeLessThanOrEqual(at + 16)
    held[at]?.end()
  }
  expect(await ended).toHaveLength(40)
  expect(held.map(({ hostname }) => hostname)).toEqual(names)
})

test('a lookup that fails frees its place for the next', async () => {
  const { held, resolve } = heldResolver()
  const lookups = createLookupShares(async (hostname) => {
    if (hostname === 'gone.example') throw new Error('not found')
    return resolve(hostname)
  })
  const lookUp = lookups('ws_a')
  for (let at = 0; at < 15; at++) void lookUp(`dead-${at}.example`)
  const gone = Array.from({ length: 20 }, () => lookUp('gone.example').catch(() => 'gone'))
  expect(await Promise.all(gone)).toEqual(Array(20).fill('gone'))
  expect(await lookUp('one.example')).toHaveLength(1)
  expect(held).toHaveLength(15)
})

test('requests of one workspace for dead host names delay no request of another', async () => {
  const { held, resolve } = heldResolver()
  const kit = await createKit({ resolve })
  const call = caller(kit)
  const add = (at: number) =>
    call('POST', '/knowledge/sources', { body: { url: `https://dead-${at}.example/` } })
  const adding = Array.from({ length: 30 }, (_, at) => add(at))
  await until(() => held.length === 16)
  const other = await kit.anotherWorkspace()
  const body = { url: 'https://receiver.example/', events: ['*'] }
  const answer = await other.call('POST', '/webhook_endpoints', { body })
  expect(answer.status).toBe(201)
  expect(held).toHaveLength(16)
  for (let at = 0; at < 30; at++) {
    await until(() => held.length > at)
    held[at]?.end()
  }
  for (const { status } of await Promise.all(adding)) expect(status).toBe(201)
})
