import { readFileSync } from 'node:fs'
import { verifyWebhook } from '@doorkit/webhooks'
import { expect, test, vi } from 'vitest'
import { defaultTimeoutMs } from '../src/call/outgoing-call.ts'
import { resolveOptions } from '../src/client-options.ts'
import { createTestWorkspace } from '../src/testing/index.ts'

const readText = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const readme = readText('../README.md')

test('the README lists every error code of the client, once, in the order of the package', () => {
  const listedCodes = [...readme.matchAll(/^\| `(\w+)` +\| `\w+Error` /gm)].map(([, code]) => code)
  const union = /export type ClientErrorCode =((?:\s+\| '\w+')+)/.exec(
    readText('../src/errors/doorkit-error.ts'),
  )
  const declaredCodes = [...(union?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, code]) => code)
  expect(declaredCodes.length).toBeGreaterThan(10)
  expect(listedCodes).toEqual(declaredCodes)
})

test('every link of the README is a full address or leads to a heading of the README', () => {
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
  expect(links.length).toBeGreaterThan(3)
  expect(links.filter((link) => !/^(https:\/\/|#)/.test(link))).toEqual([])
})

test.each(['../README.md', '../skills/doorkit-client/SKILL.md'])(
  '%s says that access tokens are for connected apps, not for visitors',
  (path) => {
    expect(readText(path)).toContain('(`dko_…`) are for connected apps, not for visitors')
  },
)

test('the test in the README does what it says', async () => {
  const [, sample = ''] = /```ts\n(import \{ createTestWorkspace[\s\S]*?)```/.exec(readme) ?? []
  const AsyncFunction: FunctionConstructor = Object.getPrototypeOf(async () => {}).constructor
  const body = sample.replaceAll(/^import .*$/gm, '')
  const run = new AsyncFunction('createTestWorkspace', 'verifyWebhook', 'console', body)
  const log = vi.fn()
  const verify = vi.fn(verifyWebhook)
  await run(createTestWorkspace, verify, { log })
  expect(log.mock.calls).toEqual([[[503, 503, 200]]])
  expect(verify.mock.results.map(({ type }) => type)).toEqual(Array(9).fill('return'))
})

/** The members of an interface, read from its source. */
function membersOf(file: string, name: string): string[] {
  const declaration = new RegExp(`export interface ${name}\\b[^{]*\\{(.*?)\\n\\}`, 's')
  const body = declaration.exec(readText(`../src/${file}.ts`))?.[1] ?? ''
  return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, member = '']) => member)
}

test.each([
  ['client-options', 'ClientOptions', 19],
  ['call/call-options', 'CallOptions', 10],
  ['call/call-options', 'WriteOptions', 2],
  ['call/call-options', 'ListOptions', 3],
  ['call/call-options', 'StreamOptions', 1],
  ['undici/undici-transport', 'UndiciTransportOptions', 5],
  ['otel/open-telemetry', 'OpenTelemetryOptions', 4],
  ['validate/validate-responses', 'ValidateOptions', 2],
  ['sync/sync-changes', 'SyncOptions', 9],
  ['testing/test-workspace-options', 'TestWorkspaceOptions', 8],
])('the README names every option of %s › %s', (file, name, count) => {
  const members = membersOf(file, name)
  expect(members).toHaveLength(count)
  for (const member of members) expect(readme, member).toMatch(new RegExp(`\\b${member}\\b`))
})

test('the default time limits and the largest answer are in their comments and in the README', () => {
  const connection = { apiKey: 'dk_test_secret', baseUrl: 'https://api.example.com/v1' }
  const { deadline, idleTimeout, maxResponseBytes } = resolveOptions(connection)
  const defaults = {
    timeout: defaultTimeoutMs,
    deadline,
    idleTimeout,
    maxResponseBytes,
  }
  const comments = readText('../src/client-options.ts')
  for (const [name, value] of Object.entries(defaults)) {
    const number = value.toLocaleString('en')
    const comment = new RegExp(`/\\*\\*([^/]*)\\*/\\s+readonly ${name}\\?:`).exec(comments)?.[1]
    expect(comment, name).toContain(number)
    const line = readme
      .split('\n')
      .find((text) => text.includes(`\`${name}\``) && text.includes(number))
    expect(line, `${name} in the README`).toBeDefined()
  }
})
