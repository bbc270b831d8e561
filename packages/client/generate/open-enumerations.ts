import { errorCodes } from '@doorkit/models'
import type * as z from 'zod'
import { contractResources, pascalCase } from './contract.ts'
import { typesOf } from './resource-types.ts'
import { nameOf, unwrapped } from './schema.ts'
import { namedEnumerations } from './type-text.ts'

/** An enumeration in answers: later versions of the API may add values. */
export interface OpenEnumeration {
  /** The name of its type and field, such as `ContactSource`, or its own name, such as `Scope`. */
  readonly name: string
  readonly values: readonly string[]
  /** Every field with this enumeration: `Analytics.biggest_drop.from`. */
  readonly fields: readonly string[]
}

interface EnumerationInField {
  readonly owner: string
  readonly path: readonly string[]
  readonly values: readonly string[]
}

const answerEnumerations = contractResources
  .flatMap(typesOf)
  .filter(({ direction }) => direction === 'answered')
  .flatMap(({ name, schema }) => enumerationsIn(schema, name, []))

/** Every open enumeration, once. Fields of one type with the same known values share an enumeration. */
export const openEnumerations: readonly OpenEnumeration[] = collect([
  ...answerEnumerations,
  { owner: 'ApiError', path: ['code'], values: errorCodes },
])

function enumerationsIn(
  schema: z.core.$ZodType,
  owner: string,
  path: readonly string[],
): readonly EnumerationInField[] {
  const { innermost } = unwrapped(schema)
  const { def } = innermost._zod
  // A type that has its own name is read separately.
  if (path.length > 0 && nameOf(innermost) !== undefined) return []
  const inside = (part: z.core.$ZodType, further = path) => enumerationsIn(part, owner, further)
  switch (def.type) {
    case 'enum':
      return [{ owner, path, values: Object.values(def.entries).map(String) }]
    case 'object':
      return Object.entries(def.shape).flatMap(([name, part]) => inside(part, [...path, name]))
    case 'union':
      return def.options.flatMap((option) => inside(option))
    case 'array':
      return inside(def.element, [...path.slice(0, -1), `${path.at(-1)}[]`])
    case 'record':
      return inside(def.valueType)
    default:
      return []
  }
}

function collect(enumerations: readonly EnumerationInField[]): readonly OpenEnumeration[] {
  const byName = new Map<string, OpenEnumeration>()
  for (const { owner, path, values } of enumerations) {
    const ownEnumeration = [...byName.values()].find(
      (one) => one.fields[0]?.startsWith(`${owner}.`) && sameWords(one.values, values),
    )
    const name = nameOfValues(values) ?? ownEnumeration?.name ?? `${owner}${fieldName(path)}`
    const knownEnumeration = byName.get(name)
    if (knownEnumeration && !sameWords(knownEnumeration.values, values)) {
      throw new Error(`${name} is two enumerations: give one of them a name of its own`)
    }
    const fields = [...(knownEnumeration?.fields ?? []), `${owner}.${path.join('.')}`]
    byName.set(name, { name, values, fields })
  }
  return [...byName.values()]
}

function nameOfValues(values: readonly string[]): string | undefined {
  const candidates = Object.entries({ ...namedEnumerations, ErrorCode: errorCodes })
  return candidates.find(([, members]) => sameWords(members, values))?.[0]
}

/** The last word of the path, in the singular: `Field` for `fields[]`. */
function fieldName(path: readonly string[]): string {
  return pascalCase((path.at(-1) ?? '').replace(/s?\[\]$/, ''))
}

function sameWords(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((word) => others.includes(word))
}
