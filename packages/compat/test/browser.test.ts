import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { expectedInPages } from './expected-facts.ts'
import { pageOf, runInBrowser } from './support/run-in-browser.ts'
import { placePrograms } from './support/run-program.ts'
import { startSmokeServer } from './support/smoke-server.ts'

const project = inject('clientProject')

beforeAll(() => placePrograms(project))

test('the packed client works in a browser with an access token, and refuses a secret key there', async () => {
  const page = await pageOf(join(project, 'programs/client-page.mjs'))
  const { origin, accessToken } = await startSmokeServer(page)
  const facts = await runInBrowser(`${origin}/page`, { origin, apiKey: accessToken })
  expect(facts).toEqual(expectedInPages)
})
