import { readFileSync } from 'node:fs'
import { verifyWebhook } from '@doorkit/webhooks'
import { expect, test, vi } from 'vitest'
import { createTestWorkspace } from '../src/testing/index.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const readme = read('../README.md')

test('the README lists every code of the client, once, in the order of the package', () => {
  const listed = [...readme.matchAll(/^\| `(\w+)` +\| `\w+Error` /gm)].map(([, code]) => code)
  const union = /export type ClientErrorCode =((?:\s+\| '\w+')+)/.exec(
    read('../src/errors/doorkit-error.ts'),
  )
  const declared = [...(union?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, code]) => code)
  expect(declared.length).toBeGreaterThan(10)
  expect(listed).toEqual(declared)
})

test('the test that the README shows does what it says', async () => {
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
