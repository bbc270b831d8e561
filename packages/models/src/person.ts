import * as z from 'zod'

/** Somebody of the host's team who answers visitors, by the host's own id and a name that visitors see. */
export const Person = z
  .object({
    id: z
      .string()
      .min(1)
      .max(255)
      .meta({ description: "Your own id of the person: a team's user." }),
    name: z.string().min(1).max(200).meta({ description: 'The name that visitors see.' }),
  })
  .meta({ id: 'Person', extension: true })
export type Person = z.infer<typeof Person>

/** The author of a message that a person wrote. Messages of visitors and the agent name none. */
export const MessageAuthor = z
  .object({ kind: z.literal('person'), id: z.string(), name: z.string() })
  .meta({ id: 'MessageAuthor', extension: true })
export type MessageAuthor = z.infer<typeof MessageAuthor>
