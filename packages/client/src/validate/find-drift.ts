import type * as z from 'zod'
import { fieldPath } from './field-path.ts'

/** A field that differs from the contract. It contains no value, and thus no personal data. */
export interface FieldDrift {
  /** The path of the field: `data[3].lead.email`. */
  readonly path: string
  /** The type, format, bound or constant that the contract requires. */
  readonly expected: string
  /** The type in the answer; `nothing` if the field is missing. */
  readonly found: string
}

/**
 * Compares an answer with its schema. Unknown fields and unknown values of enumerations are not drift:
 * the API may add them without a new version (docs/api.md#json).
 */
export function findDrift(schema: z.ZodType, answer: unknown): FieldDrift[] {
  const { error } = schema.safeParse(answer)
  return (error?.issues ?? []).flatMap((issue) =>
    realIssues(issue, answer).map(({ path, ...real }) => ({
      path: fieldPath(schema, path),
      expected: expectation(real as z.core.$ZodIssue),
      found: typeName(valueAt(answer, path)),
    })),
  )
}

/**
 * Leaves out issues that an open contract allows. In a union, keeps the issues of the closest
 * alternative.
 */
function realIssues(issue: z.core.$ZodIssue, answer: unknown): z.core.$ZodIssue[] {
  const found = valueAt(answer, issue.path)
  switch (issue.code) {
    case 'unrecognized_keys':
      return []
    case 'invalid_value':
      return issue.values.length > 1 && typeof found === 'string' ? [] : [issue]
    case 'invalid_union':
      if (issue.errors.length === 0) return typeof found === 'string' ? [] : [issue]
      return issue.errors
        .map((issues) => issues.flatMap((inner) => realIssues(fromRoot(issue, inner), answer)))
        .reduce((best, other) => (other.length < best.length ? other : best))
    default:
      return [issue]
  }
}

/** Makes the path of an issue within a union start at the root. */
function fromRoot({ path }: z.core.$ZodIssue, inner: z.core.$ZodIssue): z.core.$ZodIssue {
  return { ...inner, path: [...path, ...inner.path] }
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected
    case 'invalid_value':
      return issue.values.map(String).join(' or ')
    case 'invalid_format':
      return issue.format === 'template_literal' ? 'id' : issue.format
    case 'too_small':
      return `at least ${issue.minimum}`
    case 'too_big':
      return `at most ${issue.maximum}`
    default:
      return 'a value that the contract allows'
  }
}

function valueAt(answer: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => Object(value)[key], answer)
}

function typeName(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
