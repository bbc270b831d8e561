/** The answer of a deletion: `deleted` of the models, filled in. */
export function deleted<Id extends string, Name extends string>(id: Id, object: Name) {
  return { id, object, deleted: true } as const
}
