import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  contractMethodsText,
  errorCodesText,
  eventTypeText,
  scopeText,
} from './surface/client-files.ts'
import { contractResources } from './surface/contract.ts'
import { knownValuesText } from './surface/known-values-text.ts'
import { llmsText } from './surface/llms-text.ts'
import { exportedNames, pageQueryText, resourceText } from './surface/resource-text.ts'
import { skillText } from './surface/skill-text.ts'
import { webhookTypesText } from './surface/webhook-types-text.ts'

const source = '../src'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

describe('the types of the client', () => {
  for (const resource of contractResources) {
    test(`of ${resource.name} are those of the contract`, async () => {
      const text = resourceText(resource)
      await expect(text).toMatchFileSnapshot(`${source}/resources/${resource.file}.ts`)
    })
  }

  test('of pages, resources, errors, scopes and events are those of the contract', async () => {
    await expect(pageQueryText()).toMatchFileSnapshot(`${source}/resources/page-query.ts`)
    await expect(contractMethodsText()).toMatchFileSnapshot(`${source}/contract-methods.ts`)
    await expect(errorCodesText()).toMatchFileSnapshot(`${source}/error-codes.ts`)
    await expect(scopeText()).toMatchFileSnapshot(`${source}/scope.ts`)
    await expect(eventTypeText()).toMatchFileSnapshot(`${source}/event-type.ts`)
  })

  test('of events are those that webhooks are received with', async () => {
    await expect(webhookTypesText()).toMatchFileSnapshot('../../webhooks/src/contract.ts')
  })

  test('of known values, and their guards, are those of the contract', async () => {
    await expect(knownValuesText()).toMatchFileSnapshot(`${source}/known-values.ts`)
  })

  test('say the limits of what is given', () => {
    const files = [
      ['contacts', '/** At most 40 characters. */\n  phone?: string | null | undefined'],
      [
        'page-query',
        '/** Items on one page. 1 to 100. Default: `25`. */\n  limit?: number | undefined',
      ],
      ['webhook-endpoints', '/** 1 to 11 items. None twice. */\n  events: readonly (EventType | '],
      ['chat-sessions', 'At most 50 keys. Keys of 1 to 64 characters. Text'],
      ['chat-buttons', '/** 0 to 200. */\n    fontSize?: number | undefined'],
      ['appearance', '/** `#rrggbb`. */\n  color?: string | undefined'],
      ['analytics', "/** Default: `'30d'`. */\n  range?: '7d' | '14d' | '30d' | '90d' | undefined"],
    ]
    for (const [file, text] of files) {
      const resource = contractResources.find((one) => one.file === file)
      expect(resource ? resourceText(resource) : pageQueryText()).toContain(text)
    }
  })

  test('are told to language models in llms.txt', async () => {
    const text = llmsText()
    expect(text.match(/^- ``/gm)).toHaveLength(70)
    expect(text.match(/^- `\w+` \(`?\w+/gm)?.length).toBeGreaterThan(25)
    await expect(text).toMatchFileSnapshot('../llms.txt')
  })

  test('are told to coding agents in a skill', async () => {
    const text = skillText()
    // As the format asks: a name in lower case, which is that of the folder, and a description.
    const [, name, description = ''] =
      /^---\nname: ([a-z-]{1,64})\ndescription: (.*)\n---\n/.exec(text) ?? []
    expect(name).toBe('doorkit-client')
    expect(description.length).toBeLessThanOrEqual(1_024)
    expect(text.match(/```ts\n/g)).toHaveLength(10)
    await expect(text).toMatchFileSnapshot(`../skills/${name}/SKILL.md`)
  })

  test('can all be imported from the main entry', () => {
    const lists = read(`${source}/index.ts`).matchAll(/^export type \{([^}]*)\} from '(.*)'$/gm)
    const exported = new Map(
      [...lists].map(([, names = '', file]) => [file, names.match(/\w+/g)?.sort()]),
    )
    for (const resource of contractResources) {
      const names = exportedNames(resourceText(resource))
      expect(names.length).toBeGreaterThan(1)
      expect(exported.get(`./resources/${resource.file}.ts`)).toEqual(names)
    }
    expect(exported.get('./resources/page-query.ts')).toEqual(exportedNames(pageQueryText()))
    const [, known = ''] =
      /export \{([^}]*)\} from '.\/known-values.ts'/.exec(read(`${source}/index.ts`)) ?? []
    expect(known.match(/\b(?!type )\w+/g)?.sort()).toEqual(exportedNames(knownValuesText()))
  })

  test('stay short enough to be read', () => {
    for (const resource of contractResources) {
      const lines = resourceText(resource).split('\n')
      expect(lines.length, resource.file).toBeLessThanOrEqual(300)
    }
  })
})
