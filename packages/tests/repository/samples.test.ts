import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { published } from './manifests.ts'
import { read, root } from './pages.ts'
import { sampleContexts } from './sample-contexts.ts'
import { mistakesIn, programOf } from './samples.ts'

const samplePath = (page: string) =>
  fileURLToPath(new URL(`${page.replace('README.md', '')}readme-sample.ts`, root))

// Its code imports the AI SDK, which only `npm run test:compat` installs.
const withAiSdk = 'packages/chat-stream/README.md'

test('the code of every README compiles', () => {
  const pages = Object.keys(sampleContexts).filter((page) => page !== withAiSdk)
  const broken = samplePath('packages/tests/README.md')
  const programs = new Map(pages.map((page) => [samplePath(page), programOf(page)]))
  programs.set(broken, programOf('packages/server/README.md').replace(`'Acme'`, '7'))
  const mistakes = mistakesIn(programs)
  for (const page of pages) expect.soft(mistakes.get(samplePath(page)), page).toEqual([])
  expect(mistakes.get(broken)).toHaveLength(1)
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
