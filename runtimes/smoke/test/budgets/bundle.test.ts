import { basename } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, inject, test } from 'vitest'
import { budgets } from './budgets.ts'
import { bundleFile, bundleStart } from './client-bundle.ts'
import { expectWithin } from './within.ts'

const project = inject('clientProject')
const wholeClient = `export { createClient } from '@doorkit/client'`

async function bundleOnDemand(name: string) {
  const { onDemand } = await bundleStart(project, wholeClient)
  const file = onDemand.find((path) => basename(path).startsWith(name))
  return bundleFile(file ?? expect.fail(`${name} is not loaded on demand`))
}

describe('a bundle of the packed client is within its budget', () => {
  test('with every resource', async () => {
    const { text, gzippedBytes, onDemand } = await bundleStart(project, wholeClient)
    expect(text).toContain('/webhook_endpoints')
    // What only the guards of enumerations say.
    const guarded = ['no_difference', 'opening_seen', 'invalidated', 'handed_off']
    expect(guarded.filter((word) => text.includes(word))).toEqual([])
    expect(onDemand).toHaveLength(3)
    expectWithin(budgets.fullClient, gzippedBytes)
  })

  test('in no more files than are loaded apart', async () => {
    const { outputFiles } = await build({
      stdin: { contents: wholeClient, resolveDir: project },
      bundle: true,
      splitting: true,
      format: 'esm',
      outdir: project,
      write: false,
    })
    const names = outputFiles.map(({ path }) => basename(path).replace(/(-[A-Z\d]{8})*\.js$/, ''))
    expect(names.sort()).toEqual(['chat-reader', 'node-fetch', 'on-demand', 'stdin'])
  })

  test('with one operation', async () => {
    const application = `
      import { contactsGet, createCore } from '@doorkit/client/core'
      const core = createCore({ apiKey: 'dk_test_key', baseUrl: 'https://api.example.com/v1' })
      export const call = () => core.call(contactsGet, 'ct_1')
    `
    const { text, gzippedBytes } = await bundleStart(project, application)
    expect(text).toContain('/contacts/{id}')
    expect(text).not.toContain('/webhook_endpoints')
    expectWithin(budgets.oneCall, gzippedBytes)
  })

  test('with the errors alone', async () => {
    const application = `export { isProblem, TimeoutError } from '@doorkit/client'`
    const { text, gzippedBytes } = await bundleStart(project, application)
    expect(text).toContain('attempt_timeout')
    expect(text).not.toContain('/contacts')
    expectWithin(budgets.errors, gzippedBytes)
  })

  test('with one guard of an enumeration', async () => {
    const application = `export { isKnownExperimentVerdict } from '@doorkit/client'`
    const { text, gzippedBytes } = await bundleStart(project, application)
    expect(text).toContain('no_difference')
    expect(text).not.toContain('opening_seen')
    expectWithin(budgets.oneGuard, gzippedBytes)
  })

  test('in what the first stream loads', async () => {
    const { text, gzippedBytes } = await bundleOnDemand('chat-reader')
    expect(text).toContain('text-delta')
    expectWithin(budgets.chatReader, gzippedBytes)
  })

  test('in what the first request on Node loads', async () => {
    const { text, gzippedBytes } = await bundleOnDemand('node-fetch')
    expect(text).toContain('globalDispatcher')
    expectWithin(budgets.nodeFetch, gzippedBytes)
  })

  test('in what the first use of an extra loads', async () => {
    const { text, gzippedBytes } = await bundleOnDemand('on-demand')
    expect(text).toContain('idempotency_key_reused')
    expectWithin(budgets.extras, gzippedBytes)
  })
})
