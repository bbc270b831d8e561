import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import * as models from '../src/index.ts'
import { type ExampleName, examples } from './examples/index.ts'
import { operations } from './operations.ts'

const names = Object.keys(examples) as ExampleName[]

const schemas = new Map<string, unknown>(Object.entries(models))

function schemaOf(name: string): z.ZodType {
  const schema = schemas.get(name)
  if (!(schema instanceof z.ZodType)) throw new Error(`There is no schema ${name}.`)
  return schema
}

/** The schemas of request bodies. Only they refuse unknown fields, because answers gain fields over time. */
const bodies = new Set<unknown>(operations.map(({ operation }) => operation.body))
const isBody = (name: ExampleName): boolean => bodies.has(schemas.get(name))

const accepts = (name: ExampleName, value: unknown): boolean =>
  schemaOf(name).safeParse(value).success

const without = (example: object, field: string): object =>
  Object.fromEntries(Object.entries(example).filter(([key]) => key !== field))

/** The fields of each example that may be absent. */
const optional: Partial<Record<ExampleName, readonly string[]>> = {
  AgentUpdate: ['live', 'name', 'instructions', 'tone', 'language', 'handoff', 'booking'],
  AppearanceUpdate: ['title', 'subtitle', 'color', 'position', 'theme', 'avatar_url'],
  ChatButtonCreate: [
    'message',
    'behavior',
    'style',
    'size',
    'corners',
    'width',
    'colors',
    'custom',
    'nofollow',
    'link',
    'html',
  ],
  ChatButtonUpdate: ['label', 'colors'],
  ChatMessageSend: ['stream'],
  ChatSessionCreate: ['channel', 'page_url', 'visitor', 'context'],
  ContactUpdate: ['first_name', 'attributes'],
  ContactUpsert: ['company'],
  Conversation: ['messages'],
  ExperimentCreate: ['metric', 'hypothesis', 'buttons'],
  KnowledgeDocument: ['content'],
  KnowledgeDocumentUpdate: ['name'],
  KnowledgeSourceCreate: ['section'],
  LinkGreetingCreate: ['buttons', 'agent_note'],
  LinkGreetingUpdate: ['name', 'agent_note'],
  Message: ['author'],
  PersonalLinkCreate: ['greeting'],
  PersonalLinkUpdate: ['page', 'greeting'],
  PersonalLinkUrlCreate: ['email', 'first_name', 'last_name', 'company', 'title'],
  Problem: ['param'],
  VariantPropose: ['buttons', 'name', 'hypothesis'],
  WebhookEndpoint: ['secret'],
  WebhookEndpointUpdate: ['status'],
  WeeklyHours: ['timezone', 'holidays'],
}

test('every named schema has an example', () => {
  const named = [...schemas].filter(
    ([name, value]) => value instanceof z.ZodType && z.globalRegistry.get(value)?.id === name,
  )
  expect(named.map(([name]) => name).sort()).toEqual([...names].sort())
  expect(names.length).toBeGreaterThanOrEqual(59)
})

describe.each(names)('%s', (name) => {
  const example: object = examples[name]

  test('returns its example unchanged', () => {
    expect(schemaOf(name).parse(example)).toEqual(example)
  })

  test('requires every field of its example except the optional ones', () => {
    const dispensable = Object.keys(example).filter((field) =>
      accepts(name, without(example, field)),
    )
    expect(dispensable).toEqual(optional[name] ?? [])
  })

  test('refuses a field of another type', () => {
    const fields = Object.keys(example)
    const careless = fields.filter((field) => accepts(name, { ...example, [field]: [[]] }))
    // The type of an experiment's result is open (docs/api.md#opening-test-results).
    expect(careless).toEqual(name === 'Experiment' ? ['result'] : [])
    expect(fields).not.toEqual([])
  })

  test(isBody(name) ? 'refuses unknown fields' : 'is open to new fields', () => {
    expect(accepts(name, { ...example, brand_new: 1 })).toBe(!isBody(name))
  })

  test('refuses values that are not objects', () => {
    const others = [null, undefined, 1, 'text', true, [], [example]]
    expect(others.filter((value) => accepts(name, value))).toEqual([])
  })

  test('never throws, whatever JSON it parses', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(example)), (value, field) => {
        schemaOf(name).safeParse(value)
        schemaOf(name).safeParse({ ...example, [field]: value })
      }),
      { numRuns: 25 },
    )
  })
})

describe('limits of fields', () => {
  /** A field of text, its shortest and longest length. */
  const lengths: [ExampleName, string, number, number][] = [
    ['AgentUpdate', 'name', 1, 80],
    ['AgentUpdate', 'instructions', 0, 8_000],
    ['AppearanceUpdate', 'title', 0, 60],
    ['AppearanceUpdate', 'subtitle', 0, 120],
    ['ChatButtonCreate', 'label', 1, 60],
    ['ChatButtonUpdate', 'label', 1, 60],
    ['ChatButtonUpdate', 'message', 0, 500],
    ['ChatButtonUpdate', 'html', 0, 5_000],
    ['ChatMessageSend', 'text', 1, 4_000],
    ['ChatSessionCreate', 'channel', 1, 64],
    ['ContactUpdate', 'first_name', 0, 200],
    ['ContactUpdate', 'last_name', 0, 200],
    ['ContactUpdate', 'name', 0, 200],
    ['ContactUpdate', 'company', 0, 200],
    ['ContactUpdate', 'phone', 0, 40],
    ['ContactUpdate', 'external_id', 1, 255],
    ['ContactUpsert', 'company', 0, 200],
    ['ExperimentCreate', 'name', 1, 120],
    ['ExperimentCreate', 'hypothesis', 0, 1_000],
    ['ExperimentCreate', 'headline', 1, 200],
    ['VariantPropose', 'headline', 1, 200],
    ['VariantPropose', 'name', 1, 120],
    ['KnowledgeDocumentCreate', 'name', 1, 200],
    ['KnowledgeDocumentCreate', 'content', 1, 200_000],
    ['KnowledgeSourceCreate', 'section', 1, 200],
    ['KnowledgeDocumentUpdate', 'name', 1, 200],
    ['KnowledgeDocumentUpdate', 'content', 1, 200_000],
    ['LinkGreetingCreate', 'name', 1, 60],
    ['LinkGreetingCreate', 'text', 1, 200],
    ['LinkGreetingCreate', 'agent_note', 0, 500],
    ['LinkGreetingUpdate', 'name', 1, 60],
    ['LinkGreetingUpdate', 'text', 1, 200],
    ['LinkGreetingUpdate', 'agent_note', 0, 500],
    ['PersonalLinkCreate', 'name', 1, 60],
    ['PersonalLinkUpdate', 'name', 1, 60],
    ['PersonalLinkUrlCreate', 'first_name', 1, 200],
    ['PersonalLinkUrlCreate', 'company', 1, 200],
    ['WebhookEndpointCreate', 'description', 0, 500],
    ['WebhookEndpointUpdate', 'description', 0, 500],
  ]

  test.each(lengths)('%s.%s has %i to %i characters', (name, field, shortest, longest) => {
    const isAccepted = (length: number) =>
      accepts(name, { ...examples[name], [field]: 'a'.repeat(length) })
    expect(isAccepted(shortest)).toBe(true)
    expect(isAccepted(longest)).toBe(true)
    expect(isAccepted(longest + 1)).toBe(false)
    if (shortest > 0) expect(isAccepted(shortest - 1)).toBe(false)
  })

  test('null clears every field of a contact but its attributes', () => {
    const fields = Object.keys(models.ContactUpdate.shape)
    const cleared = fields.filter((field) => accepts('ContactUpdate', { [field]: null }))
    expect(fields.filter((field) => !cleared.includes(field))).toEqual(['attributes'])
    expect(fields).toHaveLength(7)
  })

  test('a qualification score is from 0 to 100, and a meeting intent from 0 to 10', () => {
    const isAccepted = (field: string, value: number) =>
      accepts('Evaluation', { ...examples.Evaluation, [field]: value })
    expect([-1, 0, 100, 101].filter((score) => isAccepted('qualification_score', score))).toEqual([
      0, 100,
    ])
    expect([-1, 0, 10, 11].filter((score) => isAccepted('meeting_intent', score))).toEqual([0, 10])
  })

  test('facts of a chat session are strings of up to 500 characters, numbers and booleans', () => {
    const isAccepted = (context: unknown) => accepts('ChatSessionCreate', { context })
    expect(isAccepted({ note: 'n'.repeat(500), seats: 4, trial: true })).toBe(true)
    const wrong = [{ note: 'n'.repeat(501) }, { note: null }, { note: ['a'] }, { '': 1 }]
    expect(wrong.filter(isAccepted)).toEqual([])
    const facts = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`fact_${index}`, index]))
    expect(isAccepted(facts(50))).toBe(true)
    expect(isAccepted(facts(51))).toBe(false)
  })

  test('a language is a tag or auto', () => {
    const isAccepted = (language: string) => accepts('AgentUpdate', { language })
    expect(
      ['auto', 'de', 'pt-BR', 'zh-Hant-TW', 'gsw', 'sl-rozaj'].filter(isAccepted),
    ).toHaveLength(6)
    expect(
      ['', 'german', 'de_DE', 'de-', 'de DE', 'd', '-de', 'auto-de\n'].filter(isAccepted),
    ).toEqual([])
  })

  test('a color has six hexadecimal digits', () => {
    const isAccepted = (color: string) => accepts('AppearanceUpdate', { revision: 1, color })
    expect(['#000000', '#ffFF09'].filter(isAccepted)).toHaveLength(2)
    expect(
      ['', 'red', '#fff', '#12345g', '123456', '#1234567', '#123456\n'].filter(isAccepted),
    ).toEqual([])
  })

  test('a greeting has up to four buttons', () => {
    const button = { label: 'Prices', message: 'What does it cost?' }
    const isAccepted = (buttons: unknown) => accepts('LinkGreetingUpdate', { buttons })
    expect(isAccepted(Array(4).fill(button))).toBe(true)
    expect(isAccepted(Array(5).fill(button))).toBe(false)
    const wrong = [{ label: 'Prices' }, { ...button, label: '' }, { ...button, locked: true }]
    expect(wrong.filter((one) => isAccepted([one]))).toEqual([])
  })

  test('the page of a link is a path or an address', () => {
    const isAccepted = (page: string) => accepts('PersonalLinkUpdate', { page })
    const right = ['/', '/pricing?plan=pro#top', 'https://acme.example', 'http://acme.example/a']
    expect(right.filter(isAccepted)).toEqual(right)
    const wrong = ['', 'pricing', '//evil.example', 'ftp://acme.example', '/a b', '/a\n', '#top']
    expect(wrong.filter(isAccepted)).toEqual([])
  })

  test('a channel has lowercase letters, digits, underscores and hyphens', () => {
    const isAccepted = (channel: string) => accepts('ChatSessionCreate', { channel })
    expect(isAccepted('a-z_09')).toBe(true)
    expect(['A', 'a b', 'ä', '', 'a\n', 'a.b'].filter(isAccepted)).toEqual([])
  })

  test('a signing secret without its prefix is refused', () => {
    expect(accepts('WebhookEndpoint', { ...examples.WebhookEndpoint, secret: 'c2VjcmV0' })).toBe(
      false,
    )
  })

  test('the address of a webhook endpoint is a URL of at most 2,048 characters', () => {
    const isAccepted = (url: unknown) => accepts('WebhookEndpointUpdate', { url })
    expect(isAccepted('https://acme.example/hooks?a=1')).toBe(true)
    const wrong = ['', 'acme.example', '/hooks', null, `https://acme.example/${'a'.repeat(2_048)}`]
    expect(wrong.filter(isAccepted)).toEqual([])
  })
})
