import * as z from 'zod'

export function deletionSchema<Id extends z.ZodType, Name extends string>(id: Id, object: Name) {
  return z
    .object({ id, object: z.literal(object), deleted: z.literal(true) })
    .meta({ extension: true })
}
