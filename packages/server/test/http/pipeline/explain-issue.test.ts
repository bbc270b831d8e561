import { expect, test } from 'vitest'
import * as z from 'zod'
import { explainIssue } from '../../../src/http/pipeline/explain-issue.ts'

function explain(schema: z.ZodType, value: unknown): string {
  const [issue] = schema.safeParse(value).error?.issues ?? []
  if (!issue) throw new Error('The value is accepted.')
  return explainIssue(issue, 'field')
}

test('each broken rule is explained in a sentence', () => {
  const text = z.string()
  const cases = [
    [text, null, '`field` must be a string.'],
    [z.int(), 1.5, '`field` must be a whole number.'],
    [z.boolean(), 'yes', '`field` must be true or false.'],
    [z.array(text), 'a', '`field` must be a list.'],
    [z.strictObject({}), [], '`field` must be an object.'],
    [z.record(text, text), 5, '`field` must be an object.'],
    [z.union([text, z.number(), z.null()]), {}, '`field` must be a string, a number or null.'],
    [z.enum(['a', 'b', 'c']), 'd', '`field` must be `a`, `b` or `c`.'],
    [z.literal('a'), 'b', '`field` must be `a`.'],
    [text.min(1), '', '`field` must have at least 1 character.'],
    [text.max(4_000), 'x'.repeat(4_001), '`field` must have at most 4,000 characters.'],
    [z.array(text).max(4), Array(5).fill('x'), '`field` must have at most 4 items.'],
    [z.int().min(1), 0, '`field` must be at least 1.'],
    [z.number().max(100), 101, '`field` must be at most 100.'],
    [
      z.templateLiteral(['gr_', text]),
      'lk_x',
      '`field` must be an id with the prefix of its kind.',
    ],
    [z.email(), 'x', '`field` must be a usable email address.'],
    [z.url(), 'x', '`field` must be a full address, such as https://www.example.com/.'],
    [
      z.iso.datetime(),
      'x',
      '`field` must be a date with a time and a zone, such as 2026-10-12T09:30:00Z.',
    ],
    [text.regex(/^a$/, 'Use an a.'), 'b', '`field`: Use an a.'],
    [text.refine(() => false, 'Name it once.'), 'b', '`field`: Name it once.'],
    [z.record(text.regex(/^a$/, 'Use an a.'), text), { b: '' }, '`field`: Use an a.'],
    [z.record(text.min(1), text), { '': '' }, '`field` must have at least 1 character.'],
  ] as const
  for (const [schema, value, detail] of cases) expect.soft(explain(schema, value)).toBe(detail)
  expect(cases).toHaveLength(22)
})

test('a problem of the whole input is reported about the body', () => {
  const [issue] = z.strictObject({}).safeParse([]).error?.issues ?? []
  expect(issue && explainIssue(issue, '')).toBe('The body must be an object.')
})
