import { expect, test } from 'vitest'
import { createPlaces } from '../src/connection-shares.ts'

/** Places, the workspaces that got them, and the function that frees a workspace's first place. */
function recordedPlaces(most: number) {
  let now = 0
  const takePlace = createPlaces(most, () => now)
  const held: { readonly of: string; readonly end: () => void }[] = []
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    async ask(...workspaces: readonly string[]) {
      for (const of of workspaces) void takePlace(of).then((end) => held.push({ of, end }))
      await settle()
    },
    async end(of: string) {
      const [place] = held.splice(
        held.findIndex((one) => one.of === of),
        1,
      )
      place?.end()
      await settle()
    },
    pass(ms: number) {
      now += ms
    },
    holders: () => held.map(({ of }) => of).join(' '),
  }
}

test('a workspace has no more connections than are left for others', async () => {
  const { ask, holders } = recordedPlaces(10)
  await ask(...Array<string>(30).fill('a'))
  expect(holders()).toBe('a a a a a')
})

test('while another workspace is active, a workspace gets at most a fifth of the connections', async () => {
  const { ask, end, pass, holders } = recordedPlaces(10)
  await ask(...Array<string>(30).fill('a'), 'b', 'b', 'b')
  expect(holders()).toBe('a a a a a b b')
  await ask('c')
  expect(holders()).toBe('a a a a a b b c')
  await end('c')
  for (let times = 0; times < 4; times++) await end('a')
  expect(holders()).toBe('a b b a')
  await end('b')
  await end('b')
  expect(holders()).toBe('a a b')
  pass(1_000)
  await end('b')
  expect(holders()).toBe('a a a a a')
})

test('calls without a workspace share half of the connections', async () => {
  const { ask, holders } = recordedPlaces(10)
  await ask('a', ...Array<string>(30).fill(''))
  expect(holders().split(' ')).toEqual(['a', '', '', '', '', ''])
})

test('a store with one connection lends it to any workspace', async () => {
  const { ask, end, holders } = recordedPlaces(1)
  await ask('a', 'a', 'b')
  for (const holder of ['a', 'a', 'b']) {
    expect(holders()).toBe(holder)
    await end(holder)
  }
})

test('waiting workspaces are served in rotation', async () => {
  const { ask, end, holders } = recordedPlaces(1)
  await ask('a', 'a', 'a', 'b', 'c', 'b')
  const served = [holders()]
  for (let times = 0; times < 5; times++) {
    await end(served.at(-1) ?? '')
    served.push(holders())
  }
  expect(served).toEqual(['a', 'a', 'b', 'c', 'a', 'b'])
})
