import * as z from 'zod'
import { deletionSchema } from '../deletion.ts'
import { LinkGreetingId } from '../ids.ts'
import { PageQuery } from '../list.ts'
import { defineOperations, json, listOf } from '../operation.ts'

const count = z.int().min(0)

/** The results of a personal link or a greeting in the last 30 days, without visits of the team. */
export const LinkResults = z
  .object({
    days: z.int().meta({ description: 'How many days the results cover.' }),
    visits: count.meta({
      description:
        'For a link: people who opened it. For a greeting: people who opened a link with the greeting.',
    }),
    chats: count.meta({ description: 'People who chatted.' }),
    meetings: count.meta({ description: 'People who booked.' }),
  })
  .meta({ id: 'LinkResults' })
export type LinkResults = z.infer<typeof LinkResults>

/** The details of a person that a greeting can use. */
export const linkFields = ['first_name', 'last_name', 'company', 'title'] as const

const button = { label: z.string().min(1).max(60), message: z.string().min(1).max(500) }

const placeholders =
  'Write a placeholder for each detail: `{first}`, `{last}`, `{company}` or `{title}`. After a bar you can add words for people whose detail is unknown: `{first|there}`.'

/** The texts with which a personal link greets a person (docs/api.md#link-greeting). */
export const LinkGreeting = z
  .object({
    id: LinkGreetingId,
    object: z.literal('link_greeting'),
    name: z.string(),
    text: z.string().meta({ description: `The first message of the chat. ${placeholders}` }),
    buttons: z.array(z.object(button)),
    agent_note: z.string().nullable().meta({
      description: 'A note for the agent about the people who get this greeting.',
    }),
    fields: z
      .array(z.enum(linkFields))
      .meta({ description: 'The details that the greeting uses.' }),
    preview: z.object({
      with_details: z.string(),
      without_details: z.string(),
      buttons: z.array(z.string()),
    }),
    links: z.int().min(0).meta({ description: 'How many links use the greeting.' }),
    results: LinkResults,
  })
  .meta({ id: 'LinkGreeting' })
export type LinkGreeting = z.infer<typeof LinkGreeting>

const name = z.string().min(1).max(60)
const text = z.string().min(1).max(200).meta({ description: placeholders })
const buttons = z.array(z.strictObject(button)).max(4).optional().meta({
  description:
    'These buttons replace the chat buttons of the workspace. If the list is empty, the chat buttons are shown.',
})
const agentNote = z.string().max(500).nullable().optional().meta({
  description: 'A note for the agent; null or empty removes it.',
})

/** A greeting to create. */
export const LinkGreetingCreate = z
  .strictObject({ name, text, buttons, agent_note: agentNote })
  .meta({ id: 'LinkGreetingCreate' })
export type LinkGreetingCreate = z.infer<typeof LinkGreetingCreate>

/** The fields of a greeting that can be changed. */
export const LinkGreetingUpdate = z
  .strictObject({
    name: name.optional(),
    text: text.optional(),
    buttons,
    agent_note: agentNote,
  })
  .meta({ id: 'LinkGreetingUpdate', extension: true })
export type LinkGreetingUpdate = z.infer<typeof LinkGreetingUpdate>

const params = { id: LinkGreetingId }

/** The texts with which personal links greet people. */
export const linkGreetings = defineOperations({
  /** List link greetings, newest first. */
  list: {
    summary: 'List link greetings, newest first.',
    method: 'GET',
    path: '/link_greetings',
    scope: 'agent:read',
    cost: 'standard',
    query: PageQuery,
    reply: listOf(LinkGreeting),
    extension: true,
  },
  /** Create a link greeting. */
  create: {
    summary: 'Create a link greeting.',
    method: 'POST',
    path: '/link_greetings',
    scope: 'agent:write',
    cost: 'standard',
    body: LinkGreetingCreate,
    reply: json(LinkGreeting),
  },
  /** Fetch one link greeting. */
  get: {
    summary: 'Fetch one link greeting.',
    method: 'GET',
    path: '/link_greetings/{id}',
    params,
    scope: 'agent:read',
    cost: 'standard',
    reply: json(LinkGreeting),
    extension: true,
  },
  /** Change a link greeting. */
  update: {
    summary: 'Change a link greeting.',
    method: 'PATCH',
    path: '/link_greetings/{id}',
    params,
    scope: 'agent:write',
    cost: 'standard',
    body: LinkGreetingUpdate,
    reply: json(LinkGreeting),
    extension: true,
  },
  /** Delete a link greeting that no link uses. */
  delete: {
    summary: 'Delete a link greeting that no link uses.',
    method: 'DELETE',
    path: '/link_greetings/{id}',
    params,
    scope: 'agent:write',
    cost: 'standard',
    reply: json(deletionSchema(LinkGreetingId, 'link_greeting')),
    errors: ['conflict'],
    extension: true,
  },
})
