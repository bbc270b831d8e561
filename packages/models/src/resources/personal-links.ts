import * as z from 'zod'
import { deletionSchema } from '../deletion.ts'
import { Email } from '../email.ts'
import { LinkGreetingId, PersonalLinkId } from '../ids.ts'
import { PageQuery } from '../list.ts'
import { created, defineOperations, json, listOf } from '../operation.ts'
import { LinkResults, linkFields } from './link-greetings.ts'

/** The email tools for which a link has templates with merge fields. */
export const linkTools = [
  'apollo',
  'hubspot',
  'instantly',
  'lemlist',
  'outreach',
  'salesloft',
] as const

/** A link that greets the person it was sent to (docs/api.md#personal-link). */
export const PersonalLink = z
  .object({
    id: PersonalLinkId,
    object: z.literal('personal_link'),
    name: z.string(),
    page: z.string().meta({ description: "A path on the workspace's website, or an address." }),
    greeting: LinkGreetingId.nullable().meta({ description: 'Null for a draft.' }),
    status: z
      .enum(['active', 'draft'])
      .meta({ description: 'A link without a greeting is a draft.' }),
    url: z.string().nullable().meta({ description: 'Null for a draft.' }),
    fields: z
      .array(z.enum(linkFields))
      .meta({ description: "The details that the link's greeting uses." }),
    templates: z.record(z.string(), z.string()).nullable().meta({
      description:
        "For each email tool, an address with the tool's merge fields. `other` is for tools that are not listed.",
    }),
    results: LinkResults,
  })
  .meta({ id: 'PersonalLink' })
export type PersonalLink = z.infer<typeof PersonalLink>

const name = z.string().min(1).max(60)
const page = z
  .string()
  .max(2_048)
  .regex(
    /^(?:\/|\/[^/\s]\S*|https?:\/\/\S+)$/,
    'Use a path that begins with one `/`, or an http or https address, without spaces.',
  )
  .meta({ description: 'A path that begins with `/`, or an http or https address.' })
const greeting = LinkGreetingId.nullable().meta({ description: 'Null makes the link a draft.' })

/** A personal link to create; without a greeting it is a draft. */
export const PersonalLinkCreate = z
  .strictObject({ name, page, greeting: greeting.optional() })
  .meta({ id: 'PersonalLinkCreate', extension: true })
export type PersonalLinkCreate = z.infer<typeof PersonalLinkCreate>

/** The fields of a personal link that can be changed. */
export const PersonalLinkUpdate = z
  .strictObject({
    name: name.optional(),
    page: page.optional(),
    greeting: greeting.optional(),
  })
  .meta({ id: 'PersonalLinkUpdate', extension: true })
export type PersonalLinkUpdate = z.infer<typeof PersonalLinkUpdate>

const detail = z.string().min(1).max(200).optional()

/** The details of the person that an address is for. */
export const PersonalLinkUrlCreate = z
  .strictObject({
    email: Email.optional(),
    first_name: detail,
    last_name: detail,
    company: detail,
    title: detail,
  })
  .meta({ id: 'PersonalLinkUrlCreate', extension: true })
export type PersonalLinkUrlCreate = z.infer<typeof PersonalLinkUrlCreate>

/** The address of a link for one person. */
export const PersonalLinkUrl = z
  .object({ object: z.literal('personal_link_url'), link: PersonalLinkId, url: z.url() })
  .meta({ id: 'PersonalLinkUrl', extension: true })
export type PersonalLinkUrl = z.infer<typeof PersonalLinkUrl>

const params = { id: PersonalLinkId }

/** The links that greet the people they were sent to. */
export const personalLinks = defineOperations({
  /** List personal links, newest first. */
  list: {
    summary: 'List personal links, newest first.',
    method: 'GET',
    path: '/personal_links',
    scope: 'agent:read',
    cost: 'standard',
    query: PageQuery,
    reply: listOf(PersonalLink),
  },
  /** Create a personal link. */
  create: {
    summary: 'Create a personal link.',
    method: 'POST',
    path: '/personal_links',
    scope: 'agent:write',
    cost: 'standard',
    body: PersonalLinkCreate,
    reply: created(PersonalLink),
    extension: true,
  },
  /** Fetch one personal link. */
  get: {
    summary: 'Fetch one personal link.',
    method: 'GET',
    path: '/personal_links/{id}',
    params,
    scope: 'agent:read',
    cost: 'standard',
    reply: json(PersonalLink),
    extension: true,
  },
  /** Change a personal link. */
  update: {
    summary: 'Change a personal link.',
    method: 'PATCH',
    path: '/personal_links/{id}',
    params,
    scope: 'agent:write',
    cost: 'standard',
    body: PersonalLinkUpdate,
    reply: json(PersonalLink),
    extension: true,
  },
  /** Delete a personal link; its address then opens the page without a greeting. */
  delete: {
    summary: 'Delete a personal link; its address then opens the page without a greeting.',
    method: 'DELETE',
    path: '/personal_links/{id}',
    params,
    scope: 'agent:write',
    cost: 'standard',
    reply: json(deletionSchema(PersonalLinkId, 'personal_link')),
    extension: true,
  },
  /** Build the address of a link for one person. */
  buildUrl: {
    summary: 'Build the address of a link for one person.',
    method: 'POST',
    path: '/personal_links/{id}/urls',
    params,
    scope: 'agent:read',
    cost: 'standard',
    body: PersonalLinkUrlCreate,
    reply: json(PersonalLinkUrl),
    errors: ['unprocessable'],
  },
})
