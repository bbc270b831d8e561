import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { published } from './manifests.ts'
import { read, root } from './pages.ts'
import { mistakesIn, programOf } from './samples.ts'
import { surroundings } from './surroundings.ts'

const samplePath = (page: string) =>
  fileURLToPath(new URL(`${page.replace('README.md', '')}readme-sample.ts`, root))

// Its code imports the AI SDK: `npm run test:compat` compiles it, beside that SDK.
const besideAiSdk = 'packages/chat-stream/README.md'

test('the code of every README compiles', () => {
  const pages = Object.keys(surroundings).filter((page) => page !== besideAiSdk)
  const broken = samplePath('packages/tests/README.md')
  const programs = new Map(pages.map((page) => [samplePath(page), programOf(page)]))
  programs.set(broken, programOf('packages/server/README.md').replace(`'Acme'`, '7'))
  const mistakes = mistakesIn(programs)
  for (const page of pages) expect.soft(mistakes.get(samplePath(page)), page).toEqual([])
  expect(mistakes.get(broken)).toHaveLength(1)
})

test('every README with code is one of them', () => {
  const withCode = published
    .map(({ folder }) => `${folder}/README.md`)
    .filter((page) => read(page).includes('```ts\n'))
  expect(withCode.length).toBeGreaterThan(7)
  expect(Object.keys(surroundings).toSorted()).toEqual(['README.md', ...withCode].toSorted())
})
