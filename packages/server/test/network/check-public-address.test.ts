import { describe, expect, test } from 'vitest'
import { checkPublicUrl, isPublicAddress } from '../../src/network/check-public-address.ts'

const inside = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a00:1',
  '100::1',
  '100:0:0:1::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '4000::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '',
  'localhost',
  '1.2.3.4.5',
  '0x7f.1',
]

const outside = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.255.255',
  '223.255.255.254',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
]

describe('an address', () => {
  test.each(inside)('%s is not on the public internet', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(outside)('%s is on the public internet', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

describe('the address of an endpoint', () => {
  const resolve = async () => ['93.184.216.34']
  const check = (url: string, allowPrivate = false) =>
    checkPublicUrl(url, { resolve, allowPrivate })

  test('is HTTPS on a public host name', async () => {
    const good = [
      'https://hooks.example/',
      'https://hooks.example:8443/a?b=c',
      'HTTPS://HOOKS.EXAMPLE',
      'https://xn--hks-0qa.example/',
      'https://127.0.0.1.hooks.example/',
      'https://localhost.example/',
    ]
    for (const url of good) await expect.soft(check(url), url).resolves.toBeUndefined()
    expect(good).toHaveLength(6)
  })

  test('is refused in other forms', async () => {
    const bad = [
      'http://hooks.example/',
      'ftp://hooks.example/',
      'javascript:alert(1)',
      '//hooks.example/',
      'hooks.example',
      '',
      'https://',
      'https://localhost',
      'https://LOCALHOST./',
      'https://a.localhost/',
      'https://a.local/',
      'https://a.internal/',
      'https://a.internal./',
      'https://internal/',
      'https://1.1.1.1/',
      'https://[2606:4700:4700::1111]/',
      'https://0x1.0x1.0x1.0x1/',
      'https://16843009/',
      'https://user@hooks.example/',
      'https://:secret@hooks.example/',
      'https:hooks.example',
      'https:\\\\hooks.example',
      'https://hooks.example/a b',
    ]
    for (const url of bad) {
      await expect.soft(check(url), url).rejects.toMatchObject({
        code: 'invalid_request',
        param: 'url',
      })
    }
    expect(bad).toHaveLength(23)
  })

  // docs/api.md#addresses-of-endpoints
  test('is refused if any of its addresses is private', async () => {
    const to = (addresses: readonly string[]) =>
      checkPublicUrl('https://hooks.example/', {
        resolve: async () => addresses,
        allowPrivate: false,
      })
    await expect(to(['93.184.216.34', '10.0.0.1'])).rejects.toMatchObject({ param: 'url' })
    await expect(to(['::1'])).rejects.toMatchObject({ param: 'url' })
    await expect(to(['93.184.216.34', '2606:4700:4700::1111'])).resolves.toBeUndefined()
  })

  test('may be private and over plain HTTP with `allowPrivate`, but may not have a password', async () => {
    await expect(check('http://127.0.0.1:3000/', true)).resolves.toBeUndefined()
    await expect(check('http://localhost/', true)).resolves.toBeUndefined()
    await expect(check('ftp://localhost/', true)).rejects.toMatchObject({ param: 'url' })
    await expect(check('http://a:b@localhost/', true)).rejects.toMatchObject({ param: 'url' })
  })

  test('has the same rules for a public host with `allowPrivate` as without it', async () => {
    await expect(check('https://hooks.example/', true)).resolves.toBeUndefined()
    const bad = ['http://hooks.example/', 'http://8.8.8.8/', 'https://8.8.8.8/']
    for (const url of bad) {
      await expect.soft(check(url, true), url).rejects.toMatchObject({ param: 'url' })
    }
    expect(bad).toHaveLength(3)
  })

  test('may be the name of a private host with `allowPrivate`', async () => {
    const inside = { resolve: async () => ['10.0.0.1'], allowPrivate: true }
    await expect(checkPublicUrl('http://hooks.lan:8080/', inside)).resolves.toBeUndefined()
  })
})
