import * as z from 'zod'
import { ConversationId } from './ids.ts'
import { Timestamp } from './timestamp.ts'

/** A member of the host's team who answers visitors. */
export const Person = z
  .object({
    id: z
      .string()
      .min(1)
      .max(255)
      .meta({ description: 'Your own id for the person, such as a user id.' }),
    name: z.string().min(1).max(200).meta({ description: 'The name that visitors see.' }),
  })
  .meta({ id: 'Person', extension: true })
export type Person = z.infer<typeof Person>

/** The person of the team who wrote a message. A message of the visitor or the agent has no `author`. */
export const MessageAuthor = z
  .object({ kind: z.literal('person'), id: z.string(), name: z.string() })
  .meta({ id: 'MessageAuthor', extension: true })
export type MessageAuthor = z.infer<typeof MessageAuthor>

/** Whether the agent or a person answers the visitor of a conversation. */
export const ConversationTeam = z
  .object({
    state: z.enum(['agent', 'waiting', 'person']).meta({
      description:
        '`agent`: the agent answers. `waiting`: a person was requested, and none has joined yet; the agent still answers, unless the host silences it. `person`: a person answers, and the agent is silent.',
    }),
    since: Timestamp.nullable().meta({
      description: 'When this state began; null until a person is requested or joins.',
    }),
    person: Person.nullable().meta({ description: 'Null unless the state is `person`.' }),
  })
  .meta({ id: 'ConversationTeam', extension: true })
export type ConversationTeam = z.infer<typeof ConversationTeam>

const strictPerson = z.strictObject(Person.shape)

/** The person who joins or leaves a conversation. */
export const PersonInput = z
  .strictObject({ person: strictPerson })
  .meta({ id: 'PersonInput', extension: true })
export type PersonInput = z.infer<typeof PersonInput>

/** A message of the person who has joined a conversation. */
export const PersonMessage = z
  .strictObject({ person: strictPerson, text: z.string().min(1).max(20_000) })
  .meta({ id: 'PersonMessage', extension: true })
export type PersonMessage = z.infer<typeof PersonMessage>

/** The state of a conversation after a person has joined or left. */
export const TeamChange = z
  .object({
    object: z.literal('team_change'),
    conversation: ConversationId,
    team: ConversationTeam,
  })
  .meta({ id: 'TeamChange', extension: true })
export type TeamChange = z.infer<typeof TeamChange>
