import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { expectedInPages } from './expected-facts.ts'
import { pageOf, runInBrowser } from './support/run-in-browser.ts'
import { startSmokeServer } from './support/smoke-server.ts'

const project = inject('clientProject')

test('in a browser, the packed client works with an access token and refuses a secret key', async () => {
  const page = await pageOf(join(project, 'programs/client-page.mjs'))
  const { origin, accessToken } = await startSmokeServer(page)
  const facts = await runInBrowser(`${origin}/page`, { origin, apiKey: accessToken })
  expect(facts).toEqual(expectedInPages)
})
