import type * as z from 'zod'

type Issue = z.core.$ZodIssue

/** Describes a wrong input in a sentence for the problem document. */
export function explainIssue(issue: Issue, param: string): string {
  const input = param === '' ? 'The body' : `\`${param}\``
  switch (issue.code) {
    case 'invalid_type':
      return `${input} must be ${typeName(issue.expected)}.`
    case 'invalid_union':
      return `${input} must be ${either(expectedOf(issue))}.`
    case 'invalid_value':
      return `${input} must be ${either(issue.values.map((value) => `\`${String(value)}\``))}.`
    case 'too_small':
      return `${input} must ${bound(issue.origin, 'at least', Number(issue.minimum))}.`
    case 'too_big':
      return `${input} must ${bound(issue.origin, 'at most', Number(issue.maximum))}.`
    case 'invalid_format':
      return formats[issue.format]
        ? `${input} must be ${formats[issue.format]}.`
        : contractMessage(input, issue)
    case 'invalid_key':
      return issue.issues[0] ? explainIssue(issue.issues[0], param) : contractMessage(input, issue)
    default:
      return contractMessage(input, issue)
  }
}

const contractMessage = (input: string, { message }: Pick<Issue, 'message'>) =>
  `${input}: ${message}`

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const typeName = (type: string): string => typeNames[type] ?? type

const formats: Readonly<Record<string, string>> = {
  email: 'a usable email address',
  template_literal: 'an id with the prefix of its kind',
  url: 'a full address, such as https://www.example.com/',
  datetime: 'a date with a time and a zone, such as 2026-10-12T09:30:00Z',
}

/** The types that a union accepts. `valid` stands for the type of an input that breaks another rule. */
function expectedOf({ errors }: z.core.$ZodIssueInvalidUnion): string[] {
  const types = errors
    .flat()
    .map((issue) => (issue.code === 'invalid_type' ? issue.expected : 'valid'))
  return [...new Set(types.map(typeName))]
}

function either(choices: readonly string[]): string {
  // British English puts no comma before "or".
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(choices)
}

function bound(origin: string, side: string, limit: number): string {
  const number = limit.toLocaleString('en-US')
  const units: Readonly<Record<string, string>> = { string: 'character', array: 'item' }
  const unit = units[origin]
  if (unit === undefined) return `be ${side} ${number}`
  return `have ${side} ${number} ${unit}${limit === 1 ? '' : 's'}`
}
