import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openStore } from '../src/open-store.ts'
import { withService } from '../src/postgres-service-file.ts'
import { storeFolder } from './support/folder.ts'

const { path } = storeFolder()

afterEach(() => {
  vi.unstubAllEnvs()
})

/** Starts a server that asks every connection for its password, and then closes the connection. */
async function startPasswordServer() {
  const received: string[] = []
  const words = (bytes: Buffer) => bytes.toString().split('\0').join(' ').trim()
  const server = createServer((socket) => {
    let hasBegun = false
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      if (hasBegun) {
        received.push(words(bytes.subarray(5)))
        socket.destroy()
        return
      }
      hasBegun = true
      received.push(words(bytes.subarray(8)))
      // AuthenticationCleartextPassword.
      socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { port, received }
}

/** Returns the first settings that a store sends: its user, its database and its password. */
async function readSentSettings(toUrl: (port: number) => string) {
  const { port, received } = await startPasswordServer()
  const store = await openStore(toUrl(port), { missing: 'refuse' })
  await store.ping().catch(() => {})
  await store.close()
  const [who = '', password] = received
  return { who: /^user (\S+) database (\S+)/.exec(who)?.slice(1), password }
}

describe('a PostgreSQL store accepts the settings of psql:', () => {
  test('the password from PGPASSWORD', async () => {
    vi.stubEnv('PGPASSWORD', 'of the environment')
    expect(await readSentSettings((port) => `postgres://ada@127.0.0.1:${port}/db`)).toEqual({
      who: ['ada', 'db'],
      password: 'of the environment',
    })
  })

  test('the password from the file that PGPASSFILE names', async () => {
    vi.stubEnv('PGPASSWORD', undefined)
    const file = path('pgpass')
    writeFileSync(file, '127.0.0.1:*:db:ada:of the file\n', { mode: 0o600 })
    vi.stubEnv('PGPASSFILE', file)
    const { password } = await readSentSettings((port) => `postgres://ada@127.0.0.1:${port}/db`)
    expect(password).toBe('of the file')
  })

  test('every setting of the service that the URL names', async () => {
    const file = path('services.conf')
    vi.stubEnv('PGSERVICEFILE', file)
    const sent = await readSentSettings((port) => {
      const settings = `host=127.0.0.1\nport=${port}\ndbname=shop\nuser=eve\npassword=a&b`
      writeFileSync(file, `# ours\n[other]\nuser=nobody\n[prod]\n${settings}\n[last]\n`)
      return 'postgres://?service=prod'
    })
    expect(sent).toEqual({ who: ['eve', 'shop'], password: 'a&b' })
  })
})

describe('a service file', () => {
  const folder = path('system')
  const own = path('own.conf')
  const env = { PGSERVICEFILE: own, PGSYSCONFDIR: folder }
  const writeServiceFiles = () => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(own, '[prod]\nhost = db.example\ndbname=shop\nsslmode=verify-full\n')
    writeFileSync(`${folder}/pg_service.conf`, '[prod]\nhost=wrong\n[system]\nuser=sys\n')
  }

  test('adds the settings that the URL does not have', () => {
    writeServiceFiles()
    const url = withService('postgres://ada:pw@here/db?service=prod&prepare=false', env)
    expect(url).toBe('postgres://ada:pw@here/db?prepare=false&sslmode=verify-full')
    expect(withService('postgres://', { ...env, PGSERVICE: 'prod' })).toBe(
      'postgres:///shop?host=db.example&sslmode=verify-full',
    )
  })

  test('of the system is read if the user’s own lacks the service', () => {
    writeServiceFiles()
    expect(withService('postgres://?service=system', env)).toBe('postgres://?user=sys')
  })

  test('without the service is refused, and so is the setting passfile, which pg ignores', () => {
    writeServiceFiles()
    expect(() => withService('postgres://?service=none', env)).toThrow(
      'No service file has the service none',
    )
    expect(() => withService('postgres://db?passfile=/secret', env)).toThrow('set PGPASSFILE')
  })

  test('does not change a URL without a service', () => {
    const url = 'postgres://ada@host:5432/db?sslmode=require'
    expect(withService(url, {})).toBe(url)
  })
})
