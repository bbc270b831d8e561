import { describe, expect, inject, test } from 'vitest'
import { budgets } from './budgets.ts'
import { bundleAll, bundleStart } from './client-bundle.ts'
import { expectWithin } from './within.ts'

const project = inject('clientProject')
const wholeClient = `export { createClient } from '@doorkit/client'`

describe('a bundle of the packed client is within its budget', () => {
  test('with every resource', async () => {
    const { text, gzippedBytes, onDemand } = await bundleStart(project, wholeClient)
    expect(text).toContain('/webhook_endpoints')
    expect(text).toContain('idempotency_key_reused')
    // Only the table of known values contains this.
    expect(text).not.toContain('no_difference')
    // Only the reader of streamed answers loads on demand.
    expect(onDemand).toHaveLength(1)
    expectWithin(budgets.fullClient, gzippedBytes)
  })

  test('in one file, with everything that it can load', async () => {
    const application = { contents: wholeClient, resolveDir: project }
    const { text, gzippedBytes } = await bundleAll(application)
    expect(text).toContain('text-delta')
    expectWithin(budgets.everything, gzippedBytes)
  })

  test('with only the errors', async () => {
    const application = `export { isProblem, TimeoutError } from '@doorkit/client'`
    const { text, gzippedBytes } = await bundleStart(project, application)
    expect(text).toContain('attempt_timeout')
    expect(text).not.toContain('/contacts')
    expectWithin(budgets.errors, gzippedBytes)
  })

  test('with only the table of known values', async () => {
    const application = `export { isKnown } from '@doorkit/client'`
    const { text, gzippedBytes } = await bundleStart(project, application)
    expect(text).toContain('no_difference')
    expect(text).not.toContain('/contacts')
    expectWithin(budgets.knownValues, gzippedBytes)
  })
})
