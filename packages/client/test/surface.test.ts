import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contractResources } from '../generate/contract.ts'
import { generatedFiles } from '../generate/generated-files.ts'
import { pageQueryText, resourceText } from '../generate/resource-text.ts'

const folder = new URL('../', import.meta.url)
const files = generatedFiles()

describe('the generated files', () => {
  test.each([...files])('%s is what `npm run generate` would write', (path, text) => {
    const file = new URL(path, folder)
    expect(existsSync(file) && readFileSync(file, 'utf8') === text).toBe(true)
  })

  test('are the only files of their folder', () => {
    const contractFiles = readdirSync(new URL('src/contract', folder), {
      recursive: true,
      withFileTypes: true,
    })
    const paths = contractFiles
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `${parentPath}/${name}`.replace(/^.*?(src\/contract)/, '$1'))
    const generatedFiles = [...files.keys()].filter((path) => path.startsWith('src/contract/'))
    expect(paths.sort()).toEqual(generatedFiles.sort())
  })
})

describe('the types of the client', () => {
  test('state the limits of the input', () => {
    const files = [
      ['contacts', '/** At most 40 characters. */\n  phone?: string | null | undefined'],
      [
        'page-query',
        '/** The most items on one page. 1 to 100. Default: `25`. */\n  limit?: number | undefined',
      ],
      [
        'webhook-endpoints',
        '/** 1 to 15 items. No duplicates. */\n  events: readonly (EventType | ',
      ],
      ['chat-sessions', 'At most 50 members. Names of 1 to 64 characters. Text'],
      ['chat-buttons', '/** 0 to 200. */\n    fontSize?: number | undefined'],
      ['link-greetings', '`{first|there}`. 1 to 200'],
      ['appearance', '/** `#rrggbb`. */\n  color?: string | undefined'],
      ['analytics', "/** Default: `'30d'`. */\n  range?: '7d' | '14d' | '30d' | '90d' | undefined"],
    ]
    for (const [file, text] of files) {
      const resource = contractResources.find((one) => one.file === file)
      expect(resource ? resourceText(resource) : pageQueryText()).toContain(text)
    }
  })

  test('are listed for language models in llms.txt', () => {
    const text = files.get('llms.txt') ?? ''
    expect(text.match(/^- ``/gm)?.length).toBeGreaterThanOrEqual(70)
    expect(text).toMatch(/^- Input ``ContactUpsert``: ``\{ email: string; first_name\?: /m)
    expect(text.match(/^- `\w+` \(`?\w+/gm)?.length).toBeGreaterThan(25)
  })

  test('are listed with a semicolon between the members of an object', () => {
    const text = files.get('llms.txt') ?? ''
    expect(text).toContain('handoff?: { enabled?: boolean; email?: string | null; hours?: {')
    expect(text).toContain('buttons?: readonly { label: string; message: string }[]')
    // Two types in a row would mean a missing separator.
    expect(text.match(/^- Input .*(boolean|string|number|undefined|null) \w+\??:.*$/gm)).toBeNull()
  })

  test('require an input for every update', () => {
    const text = files.get('llms.txt') ?? ''
    const changes = text.match(/^- ``\w+\.update\(.*$/gm) ?? []
    expect(changes.length).toBeGreaterThan(6)
    for (const change of changes) expect(change).toMatch(/input: \w+Update, /)
  })

  test('have at most 320 lines for each resource', () => {
    for (const resource of contractResources) {
      const lines = resourceText(resource).split('\n')
      expect(lines.length, resource.file).toBeLessThanOrEqual(320)
    }
  })
})

test('the skill for coding agents has the name of its folder, a description and ten samples', () => {
  const text = files.get('skills/doorkit-client/SKILL.md') ?? ''
  const [, name, description = ''] =
    /^---\nname: ([a-z-]{1,64})\ndescription: (.+)\n---\n/.exec(text) ?? []
  expect(name).toBe('doorkit-client')
  // The format allows no longer description.
  expect(description.length).toBeLessThanOrEqual(1_024)
  expect(text.match(/```ts\n/g)).toHaveLength(10)
})
