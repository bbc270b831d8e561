import { createSocket } from 'node:dgram'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createResolver, type ResolverOptions } from '../../src/network/resolver.ts'
import { manualClock } from '../../src/ports/clock.ts'
import { until } from '../support/faulty-store.ts'

/**
 * A name server for IPv4 addresses. It knows some names, does not answer for `dead` ones, and says that
 * no others exist.
 */
async function startNameServer(known: Readonly<Record<string, readonly string[]>>) {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, { address, port }) => {
    const labels: string[] = []
    let at = 12
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length))
      at += 1 + length
    }
    const name = labels.join('.').toLowerCase()
    const isIPv4 = query.readUInt16BE(at + 1) === 1
    asked.push(name)
    if (name.startsWith('dead')) return
    const addresses = isIPv4 ? (known[name] ?? []) : []
    const head = Buffer.from(query.subarray(0, at + 5))
    head.writeUInt16BE(0x8180 + (known[name] ? 0 : 3), 2)
    head.writeUInt16BE(addresses.length, 6)
    head.writeUInt32BE(0, 8)
    const records = addresses.map((text) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...text.split('.').map(Number)]),
    )
    socket.send(Buffer.concat([head, ...records]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => void socket.close())
  return { asked, server: `127.0.0.1:${socket.address().port}` }
}

function writeHostsFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-hosts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'hosts')
  writeFileSync(file, text)
  return file
}

async function setUp(options: Partial<ResolverOptions> = {}) {
  const clock = manualClock(0)
  const names = await startNameServer({
    'one.example': ['93.184.216.34', '93.184.216.35'],
    'own.example': ['93.184.216.36'],
  })
  const resolve = createResolver({
    clock,
    asMachine: false,
    servers: [names.server],
    hostsFile: writeHostsFile(''),
    lookup: () => expect.fail('A thread looked up a name.'),
    ...options,
  })
  return { clock, resolve, asked: names.asked }
}

test('a name has the addresses that the name servers return', async () => {
  const { resolve } = await setUp()
  expect(await resolve('ONE.example.')).toEqual(['93.184.216.34', '93.184.216.35'])
})

test('names in the hosts file come first, and need no name server', async () => {
  const file = writeHostsFile(
    '# mine\n127.0.0.1\tlocalhost\n10.0.0.7 Own.example other # ours\n::1 localhost\n',
  )
  const { resolve, asked } = await setUp({ hostsFile: file })
  expect(await resolve('own.example')).toEqual(['10.0.0.7'])
  expect(await resolve('other')).toEqual(['10.0.0.7'])
  expect(await resolve('localhost')).toEqual(['127.0.0.1', '::1'])
  expect(asked).toEqual([])
})

test('lookups without an answer end after 3 seconds, and delay no other lookup', async () => {
  const { clock, resolve, asked } = await setUp()
  const dead = Array.from({ length: 100 }, (_, index) => resolve(`dead-${index}.example`))
  const ends = Promise.allSettled(dead)
  await until(() => asked.length >= 200)
  expect(await resolve('one.example')).toHaveLength(2)
  clock.advance(3_000)
  for (const end of await ends) {
    expect(end).toMatchObject({ status: 'rejected', reason: { code: 'ETIMEOUT' } })
  }
})

test('a name is looked up once in 30 seconds, even if many requests need it at the same time', async () => {
  const { clock, resolve, asked } = await setUp()
  await Promise.all(Array.from({ length: 20 }, () => resolve('one.example')))
  expect(asked).toHaveLength(2)
  clock.advance(29_999)
  await resolve('one.example')
  expect(asked).toHaveLength(2)
  clock.advance(1)
  await resolve('one.example')
  expect(asked).toHaveLength(4)
})

test('a name that does not exist is remembered for 5 seconds', async () => {
  const { clock, resolve, asked } = await setUp()
  for (let time = 0; time < 3; time++) {
    await expect(resolve('gone.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  }
  expect(asked).toHaveLength(2)
  clock.advance(4_999)
  await expect(resolve('gone.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  expect(asked).toHaveLength(2)
  clock.advance(1)
  await expect(resolve('gone.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  expect(asked).toHaveLength(4)
})

test('the latest thousand names are remembered', async () => {
  const { resolve, asked } = await setUp()
  for (let index = 0; index <= 1_000; index++) {
    await resolve(`n${index}.example`).catch(() => {})
  }
  const before = asked.length
  await resolve('n1.example').catch(() => {})
  expect(asked.length).toBe(before)
  await resolve('n0.example').catch(() => {})
  expect(asked.length).toBe(before + 2)
})

test('if private hosts are allowed, a name that no server knows is looked up with the resolver of the machine', async () => {
  const { resolve } = await setUp({ asMachine: true, lookup: async (name) => [`of ${name}`] })
  expect(await resolve('intranet')).toEqual(['of intranet'])
  expect(await resolve('one.example')).toHaveLength(2)
})

test('at most two lookups use a thread, for 3 seconds at most, and further ones fail immediately', async () => {
  let begun = 0
  const lookup = () => {
    begun += 1
    return new Promise<never>(() => {})
  }
  const { clock, resolve } = await setUp({ asMachine: true, lookup })
  const ends = Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => resolve(name)))
  await until(() => begun === 2)
  await expect(resolve('e')).rejects.toMatchObject({ code: 'ETIMEOUT' })
  clock.advance(3_000)
  for (const { status } of await ends) expect(status).toBe('rejected')
  expect(begun).toBe(2)
})
