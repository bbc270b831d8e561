import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { command } from '../src/command.ts'
import { summaries } from '../src/commands.ts'
import { storeFolder } from './support/folder.ts'
import { run } from './support/processes.ts'
import { runHere } from './support/terminal.ts'

const { path, newStore } = storeFolder()

/** Commands that are refused, each with its error. */
const refused: readonly [line: string, sentence: string][] = [
  ['', 'Name a command: see doorkit --help'],
  ['frob', 'There is no command frob: see doorkit --help'],
  ['--json openapi', 'There is no command --json: see doorkit --help'],
  ['toString', 'There is no command toString: see doorkit --help'],
  ['keys', 'Choose one of keys create, keys list, keys revoke: see doorkit --help'],
  ['openapi --frob', 'openapi has no flag --frob: see doorkit openapi --help'],
  ['openapi --no-json', 'openapi has no flag --no-json: see doorkit openapi --help'],
  ['openapi -j', 'openapi has no flag -j: see doorkit openapi --help'],
  ['openapi --json=yes', '--json takes no value: see doorkit openapi --help'],
  ['openapi --json --json', '--json is given twice: see doorkit openapi --help'],
  ['openapi now', 'openapi takes no argument "now": see doorkit openapi --help'],
  ['serve --payloadDelayMs 5', 'serve has no flag --payloadDelayMs: see doorkit serve --help'],
  ['serve --port', '--port needs a value: see doorkit serve --help'],
  ['serve --port --json', '--port needs a value: see doorkit serve --help'],
  ['serve --port=', '--port needs a value: see doorkit serve --help'],
  ['serve --port 65536', '--port must be a whole number from 0 to 65535.'],
  ['serve --port 4e3', '--port must be a whole number from 0 to 65535.'],
  ['serve --payload-delay-ms x', '--payload-delay-ms must be a whole number from 0 to 86400000.'],
  ['serve --limits nowhere.json', '--limits: nowhere.json cannot be read (ENOENT).'],
  ['serve --plan apex', '--plan needs --demo or --print-key.'],
  ['serve --demo --plan gold', '--plan must be one of origin, adapt, evolve, apex.'],
  ['serve --store nowhere', 'A store must be sqlite:FILE, postgres://… or memory:.'],
  ['serve --store sqlite:', 'A store must be sqlite:FILE, postgres://… or memory:.'],
  ['serve --store sqlite::memory:', 'For a store in memory, use memory:.'],
  [
    'serve --store postgres://user:secret@host/db?engine=oracle',
    'Unknown engine. Use one of: postgres, citus, cockroachdb, yugabytedb.',
  ],
  ['keys list', '--store is missing: pass it, as in --store sqlite:doorkit.db'],
  ['keys revoke --store memory:', '--id is missing: pass it, as in --id key_…'],
  [
    'keys create --store memory:',
    'The store has no live workspace: create one with doorkit workspaces create',
  ],
  ['keys create --store memory: --workspace ws_1', 'The store has no workspace ws_1.'],
  ['keys create --store memory: --access all', '--access must be one of read_only, full_access.'],
  [
    'keys create --store memory: --access read_only --scopes chat:write',
    'Give --scopes or --access, not both.',
  ],
  ['workspaces create --store memory:', '--name is missing: pass it, as in --name Acme'],
]

test.each([
  ['{', 'plans: The text is not JSON.'],
  [
    '{"apex":{"requests_per_minute":0}}',
    'plans.apex.requests_per_minute: Give a whole number from 1 to 1,000,000,000, or "unlimited".',
  ],
  ['{"gold":{}}', 'plans.gold: There is no such name: use origin, adapt, evolve, apex.'],
])(
  'the limits file %s is refused, and the error says where its mistake is',
  async (text, sentence) => {
    const file = path('limits.json')
    await writeFile(file, text)
    const stderr = `--limits: ${file}: ${sentence}\n`
    expect(await runHere(['serve', '--limits', file])).toEqual({ code: 1, stdout: '', stderr })
  },
)

describe('a command that is refused', () => {
  test.each(refused)('doorkit %s', async (line, sentence) => {
    const args = line.split(' ').filter(Boolean)
    expect(await runHere(args)).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` })
  })

  test('does not create a missing store file', async () => {
    const store = newStore()
    const { code, stderr } = await runHere(['keys', 'list', '--store', store])
    expect(code).toBe(1)
    expect(stderr).toContain('exists: create it with')
    expect(await runHere(['keys', 'list', '--store', store])).toMatchObject({ code: 1, stderr })
  })

  test('does not print malformed master keys', async () => {
    const malformed = [
      'secret',
      '1:c2hvcnQ=',
      `x:${'A'.repeat(43)}=`,
      '',
      `1:${key(1)},1:${key(2)}`,
    ]
    for (const text of malformed) {
      const env = { DOORKIT_MASTER_KEYS: text }
      expect(await runHere(['migrate', '--store', newStore()], env)).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'DOORKIT_MASTER_KEYS: These master keys do not have the form 1:BASE64,2:BASE64, with each version once and 32 bytes per key.\n',
      })
    }
    expect(malformed).toHaveLength(5)
  })

  test('exits with 1 and prints one line to stderr', async () => {
    const store = `sqlite:${path('no/such/folder/store.db')}`
    for (const args of [
      ['frob'],
      ['keys', 'list', '--store', store],
      ['serve', '--store', store],
    ]) {
      const { code, stdout, stderr } = await run(args)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^[^\n]+\n$/)
    }
  })
})

// citty reads `--no-worker` as `worker: false`, even if a flag `no-worker` is declared.
test('only --no-NAME turns off a flag that is on by default', async () => {
  const seen: unknown[] = []
  const worker = { type: 'boolean', default: true } as const
  const { run: runCommand } = command({ worker }, async (args) => void seen.push(args.worker))
  for (const line of [[], ['--worker'], ['--no-worker']]) {
    await runCommand('serve', line, process)
  }
  expect(seen).toEqual([true, true, false])
})

describe('help', () => {
  test('lists every command, and each command has its own help', async () => {
    const { code, stdout, stderr } = await runHere(['--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(Object.keys(summaries).length).toBeGreaterThan(9)
    for (const name of Object.keys(summaries)) {
      expect(stdout).toContain(`\n  ${name} `)
      const usage = await runHere([...name.split(' '), '--help'])
      expect(usage.code).toBe(0)
      expect(usage.stdout).toContain(`USAGE doorkit ${name}`)
      expect(usage.stdout).toContain('--json')
    }
  })

  test('--version prints the version of the package', async () => {
    const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8')
    const { version } = JSON.parse(manifest) as { version: string }
    expect((await runHere(['--version'])).stdout).toBe(`${version}\n`)
  })
})

function key(byte: number): string {
  return Buffer.alloc(32, byte).toString('base64')
}
