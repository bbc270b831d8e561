import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { otherSdkCalls, otherSdkPaths, otherSdkPrograms } from './other-sdk-table.ts'
import { pages, root } from './pages.ts'
import { sampleContexts } from './sample-contexts.ts'
import { mistakesIn, programOf } from './samples.ts'

const samplePath = (page: string) =>
  fileURLToPath(new URL(`${page.replace('README.md', '')}readme-sample.ts`, root))

// The code of this page imports the AI SDK, which only `npm run test:compat` installs.
const withAiSdk = 'packages/chat-stream/README.md'

const compiledPages = Object.keys(sampleContexts).filter((page) => page !== withAiSdk)
const brokenPath = samplePath('packages/tests/README.md')

// All samples are compiled together, because the packages that they import take most of the time.
let mistakes: ReturnType<typeof mistakesIn>
beforeAll(() => {
  const programs = new Map(compiledPages.map((page) => [samplePath(page), programOf(page)]))
  programs.set(brokenPath, programOf('packages/server/README.md').replace(`'Acme'`, '7'))
  mistakes = mistakesIn(new Map([...programs, ...otherSdkPrograms]))
})

test('the code of every page compiles, except that of the page with the AI SDK', () => {
  for (const page of compiledPages) expect.soft(mistakes.get(samplePath(page)), page).toEqual([])
  expect(mistakes.get(brokenPath)).toHaveLength(1)
})

test('the code in the table for users of other SDKs compiles', () => {
  expect(otherSdkCalls.length).toBeGreaterThan(30)
  expect(mistakes.get(otherSdkPaths.table)).toEqual([])
  expect(mistakes.get(otherSdkPaths.broken)).toHaveLength(1)
})

test('every page with code has a context for its samples', () => {
  // The code of the skill is generated from examples that `packages/client/test/examples.test.ts` runs.
  const withCode = pages.filter(
    ({ path, text }) => text.includes('```ts\n') && !path.includes('skills'),
  )
  expect(Object.keys(sampleContexts).toSorted()).toEqual(
    withCode.map(({ path }) => path).toSorted(),
  )
})
