import { globSync } from 'node:fs'
import { read, root } from './pages.ts'

/** A test, and the section of a page that it proves. */
export interface CitedTest {
  /** Such as `docs/api.md#idempotency`. */
  readonly citation: string
  /** The path of the file from the root of the repository. */
  readonly file: string
  readonly name: string
}

/** The folder of the conformance suite, which tests a served workspace through HTTP. */
export const suite = 'packages/tests/conformance'

const citation = /^ *\/\/ ([\w./-]+\.md#[\w-]+)$/
const start =
  /^( *)(test|describe\w*)\b(?:\.\w+\([^'"`]*?\))?[^'"`(]*\(\s*(?:(['"`])((?:\\.|(?!\3).)+)\3)?/
const title = /^\s*(['"`])((?:\\.|(?!\1).)+)\1/

/**
 * Reads the tests of a file with their citations. A citation is a comment such as `// docs/api.md#ids`
 * above a test. In the conformance suite it also applies to the tests below, up to the next citation.
 */
function readTests(file: string): (CitedTest | { file: string; name: string })[] {
  const lines = read(file).split('\n')
  const groups: { indent: number; name: string }[] = []
  let cited: string | undefined
  return lines.flatMap((line, at) => {
    const [, indent = '', verb = '', , inline] = start.exec(line) ?? []
    const given = inline ?? title.exec(lines[at + 1] ?? '')?.[2]
    if (!verb || given === undefined) return []
    // The title of a test that runs several times ends with its case, such as `(streamed: %s)`.
    // The page leaves the case out.
    const name = given.replaceAll(/\\(['"`])/g, '$1').replace(/ \([^()]*[%$]\w+\)$/, '')
    while ((groups.at(-1)?.indent ?? -1) >= indent.length) groups.pop()
    if (verb !== 'test') {
      groups.push({ indent: indent.length, name })
      return []
    }
    const [, own] = citation.exec(lines[at - 1] ?? '') ?? []
    cited = own ?? (file.startsWith(`${suite}/`) ? cited : undefined)
    const full = [...groups.map((one) => one.name), name].join(' › ')
    return [cited === undefined ? { file, name: full } : { citation: cited, file, name: full }]
  })
}

const files = globSync(['packages/*/test/**/*.ts', `${suite}/**/*.ts`], {
  cwd: root,
  exclude: ['**/node_modules/**', '**/.types/**'],
}).toSorted()

const tests = files.flatMap(readTests)

/** Every test that cites a section. */
export const citedTests: readonly CitedTest[] = tests.filter((one) => 'citation' in one)

/** The tests of the conformance suite without a citation. */
export const uncitedTests = tests.filter(
  (one) => one.file.startsWith(`${suite}/`) && !('citation' in one),
)
