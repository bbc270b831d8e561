import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { published } from './manifests.ts'
import { otherSdkCalls, otherSdkPaths, otherSdkPrograms } from './other-sdk-table.ts'
import { read, root } from './pages.ts'
import { sampleContexts } from './sample-contexts.ts'
import { mistakesIn, programOf } from './samples.ts'

const samplePath = (page: string) =>
  fileURLToPath(new URL(`${page.replace('README.md', '')}readme-sample.ts`, root))

// Its code imports the AI SDK, which only `npm run test:compat` installs.
const withAiSdk = 'packages/chat-stream/README.md'

const pages = Object.keys(sampleContexts).filter((page) => page !== withAiSdk)
const broken = samplePath('packages/tests/README.md')

// They are compiled together, because most of the time goes into the packages that all of them import.
let mistakes: ReturnType<typeof mistakesIn>
beforeAll(() => {
  const programs = new Map(pages.map((page) => [samplePath(page), programOf(page)]))
  programs.set(broken, programOf('packages/server/README.md').replace(`'Acme'`, '7'))
  mistakes = mistakesIn(new Map([...programs, ...otherSdkPrograms]))
})

test('the code of every README compiles', () => {
  for (const page of pages) expect.soft(mistakes.get(samplePath(page)), page).toEqual([])
  expect(mistakes.get(broken)).toHaveLength(1)
})

test('the code in the table for users of other SDKs compiles', () => {
  expect(otherSdkCalls.length).toBeGreaterThan(30)
  expect(mistakes.get(otherSdkPaths.table)).toEqual([])
  expect(mistakes.get(otherSdkPaths.broken)).toHaveLength(1)
})

test('every README with code has a context for its samples', () => {
  const withCode = published
    .map(({ folder }) => `${folder}/README.md`)
    .filter((page) => read(page).includes('```ts\n'))
  expect(withCode.length).toBeGreaterThan(7)
  expect(Object.keys(sampleContexts).toSorted()).toEqual(
    ['README.md', 'docs/team.md', ...withCode].toSorted(),
  )
})
