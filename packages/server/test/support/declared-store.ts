import type { Store, WriteOp } from '@doorkit/store'
import { collections } from '../../src/collections/all-collections.ts'

const fieldsOf = new Map(
  collections.map(({ plan }) => [plan.name, plan.fields as Readonly<Record<string, unknown>>]),
)

/** Fails the run of the tests, because the caller of the store may catch the error. */
const failRun = (error: Error) =>
  queueMicrotask(() => {
    throw error
  })

/**
 * A store that refuses text in a field if the collection does not declare whether the field is about a
 * person, and reports that field.
 */
export function declaredStore(store: Store, report: (error: Error) => void = failRun): Store {
  return {
    ...store,
    async commit(ops, options) {
      const [problem] = ops.flatMap(undeclaredIn)
      if (problem === undefined) return store.commit(ops, options)
      const error = new Error(problem)
      report(error)
      throw error
    },
  }
}

function undeclaredIn(op: WriteOp): string[] {
  const fields = fieldsOf.get(op.in)
  if (!fields) return []
  return Object.entries(written(op))
    .filter(([field, value]) => field !== 'workspace' && field !== 'lease' && holdsText(value))
    .filter(([field]) => !Object.hasOwn(fields, field))
    .map(([field]) => undeclared(op.in, field))
}

/** The error text for a field that is not declared. */
export function undeclared(collection: string, field: string): string {
  return (
    `${collection}.${field} is not declared. Add the field to the \`fields\` of the collection ` +
    `\`${collection}\`, in packages/server/src/collections: 'plain' if it contains nothing about a ` +
    `person who chats, 'personal' if it does (docs/guides/add-a-resource.md).`
  )
}

function written(op: WriteOp): Record<string, unknown> {
  if (op.op === 'insert') return { ...op.row.columns, ...(op.row.data as object | null) }
  if (op.op === 'patch') return { ...op.set, ...(op.data as object | null | undefined) }
  return {}
}

function holdsText(value: unknown): boolean {
  if (typeof value === 'string') return true
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsText)
}
