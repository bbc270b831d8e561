import { describe, expect, test } from 'vitest'
import type { StoredEndpoint } from '../../src/collections/webhook-endpoint.ts'
import { manualClock } from '../../src/index.ts'
import type { Services } from '../../src/services/services.ts'
import { activeSecrets, rotateSecrets } from '../../src/webhooks/signing-secrets.ts'

const hour = 3_600_000
const secret = (sealed: string, expires_at: number | null = null) => ({ sealed, expires_at })

describe('Signature: rotation', () => {
  test('the previous secret also signs for 24 hours', () => {
    expect(rotateSecrets([secret('a')], secret('b'), 0)).toEqual([
      secret('b'),
      secret('a', 24 * hour),
    ])
  })

  test('another rotation does not prolong an older secret', () => {
    const once = rotateSecrets([secret('a')], secret('b'), 0)
    expect(rotateSecrets(once, secret('c'), 23 * hour)).toEqual([
      secret('c'),
      secret('b', 47 * hour),
      secret('a', 24 * hour),
    ])
  })

  test('secrets that no longer sign are removed, and at most five are kept', () => {
    let secrets = [secret('a')]
    for (const name of ['b', 'c', 'd', 'e', 'f', 'g']) {
      secrets = rotateSecrets(secrets, secret(name), 0)
    }
    expect(secrets.map(({ sealed }) => sealed)).toEqual(['g', 'f', 'e', 'd', 'c'])
    expect(rotateSecrets(secrets, secret('h'), 24 * hour)).toEqual([
      secret('h'),
      secret('g', 48 * hour),
    ])
  })

  test('a secret signs until the moment it ends, and the current one never ends', () => {
    const vault = { open: (sealed: string) => sealed }
    const secrets = [secret('c'), secret('b', 2), secret('a', 1)]
    const endpoint = { id: 'we_1', data: { secrets } } as unknown as StoredEndpoint
    const at = (now: number) =>
      activeSecrets({ clock: manualClock(now), vault } as unknown as Services, endpoint)
    expect([at(0), at(1), at(2)]).toEqual([['c', 'b', 'a'], ['c', 'b'], ['c']])
  })
})
