import { expect, test, vi } from 'vitest'
import { openDatabases } from '../src/databases.ts'

test('without redis-server, the error says what to install, and nothing else is thrown', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  vi.stubEnv('PATH', '/nowhere')
  try {
    await using databases = openDatabases()
    await expect(databases.addressFor('redis')).rejects.toThrow(
      'redis-server does not start: install it',
    )
    await new Promise(setImmediate)
  } finally {
    vi.unstubAllEnvs()
    process.off('unhandledRejection', unhandled)
  }
  expect(unhandled).not.toHaveBeenCalled()
})
