import * as z from 'zod'
import { Email } from '../email.ts'
import { ExperimentId, PersonalLinkId, VariantId } from '../ids.ts'
import { created, defineOperations, json } from '../operation.ts'
import { Appearance } from '../resources/appearance.ts'
import { ChatButton } from '../resources/chat-buttons.ts'
import { Timestamp } from '../timestamp.ts'
import { SiteConversation } from './conversation.ts'
import { siteLimits } from './limits.ts'

const pageUrl = z
  .url({ protocol: /^https?$/ })
  .max(2_048)
  .meta({ description: 'The address of the page, with its query.' })
const token = z.string().min(1).max(2_048)
const quickReply = z.object({ label: z.string(), message: z.string() })

/** The opening that a test shows on a page. */
export const Opening = z
  .object({
    experiment: ExperimentId,
    variant: VariantId,
    headline: z.string(),
    buttons: z.array(quickReply),
  })
  .meta({ id: 'Opening' })
export type Opening = z.infer<typeof Opening>

/** The words of a personal link to the person who came by it. */
export const SiteGreeting = z
  .object({
    link: PersonalLinkId,
    text: z.string().meta({ description: 'With the details of the person from the address.' }),
    buttons: z
      .array(quickReply)
      .meta({ description: "They replace the page's own; an empty list keeps those." }),
  })
  .meta({ id: 'SiteGreeting' })
export type SiteGreeting = z.infer<typeof SiteGreeting>

const opening = Opening.nullable().meta({ description: 'Null where no test shows one.' })
const greeting = SiteGreeting.nullable().meta({
  description: 'Null where the address of the page has no personal link with a greeting.',
})

const tokens = {
  visitor_token: z.string().nullable().meta({
    description:
      "Names the visitor. Keep it in the page's storage, for the next visit. Null where no visitor id is kept.",
  }),
  visitor_expires_at: Timestamp.nullable(),
  visit_token: z.string().meta({ description: 'The credential of every other operation.' }),
  visit_expires_at: Timestamp,
}

/** A visit to begin, or to go on with. */
export const VisitBegin = z
  .strictObject({
    page_url: pageUrl,
    referrer: z
      .string()
      .max(2_048)
      .optional()
      .meta({ description: 'The address that the visitor came from: `document.referrer`.' }),
    visitor_token: token
      .optional()
      .meta({ description: 'Of an earlier visit. One that is not valid any more is ignored.' }),
    visit_token: token.optional().meta({
      description: 'Of a visit to go on with. One that is not valid any more begins a new visit.',
    }),
    device: z
      .enum(['desktop', 'mobile'])
      .optional()
      .meta({ description: 'Default: what the headers of the browser say.' }),
    do_not_track: z.boolean().optional().meta({
      description: 'True keeps no visitor id: nothing connects this visit with another.',
      default: false,
    }),
    preview_token: token.optional().meta({
      description: 'Made by the host for the team: the visit is a preview, and counts nowhere.',
    }),
  })
  .meta({ id: 'VisitBegin' })
export type VisitBegin = z.infer<typeof VisitBegin>

/** A visit, and all that the page needs at once. */
export const Visit = z
  .object({
    object: z.literal('visit'),
    id: z.string(),
    ...tokens,
    preview: z.boolean().meta({ description: 'A visit of the team, which counts nowhere.' }),
    identity: z
      .object({ email: Email })
      .nullable()
      .meta({ description: 'The person whom the website has signed in; null for anybody else.' }),
    agent: z.object({
      name: z.string(),
      live: z.boolean().meta({ description: 'Whether the agent answers.' }),
    }),
    enabled: z.object({
      handoff: z.boolean().meta({ description: 'Visitors can ask for a person.' }),
      booking: z.boolean().meta({ description: 'Visitors can book a meeting.' }),
    }),
    appearance: Appearance,
    buttons: z.array(ChatButton).meta({ description: 'Newest first.' }),
    opening,
    greeting,
    conversation: SiteConversation,
  })
  .meta({ id: 'Visit' })
export type Visit = z.infer<typeof Visit>

/** A further page of a visit. */
export const PageOpen = z.strictObject({ page_url: pageUrl }).meta({ id: 'PageOpen' })
export type PageOpen = z.infer<typeof PageOpen>

/** What to show on a page. */
export const SitePage = z
  .object({ object: z.literal('site_page'), opening, greeting })
  .meta({ id: 'SitePage' })
export type SitePage = z.infer<typeof SitePage>

/** What a visitor has really seen. */
export const SightReport = z
  .strictObject({
    seen: z.enum(['opening', 'chat']).optional().meta({
      description: 'The opening, or the chat that the visitor opened.',
      default: 'opening',
    }),
    variant: VariantId.optional().meta({
      description: "The opening's variant, where a test showed it.",
    }),
  })
  .meta({ id: 'SightReport' })
export type SightReport = z.infer<typeof SightReport>

/** What was seen, taken down. */
export const Sight = z.object({ object: z.literal('sight') }).meta({ id: 'Sight' })
export type Sight = z.infer<typeof Sight>

/** Who the visitor is, signed by the website's server. */
export const VisitorIdentity = z
  .strictObject({
    email: Email,
    expires: z.int().min(0).meta({ description: 'Seconds since the Unix epoch.' }),
    signature: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'Use 64 hexadecimal digits in lower case.')
      .meta({ description: 'See [Identity](#identity).' }),
  })
  .meta({ id: 'VisitorIdentity' })
export type VisitorIdentity = z.infer<typeof VisitorIdentity>

/** A visitor who is signed in. The tokens replace the ones that the page has. */
export const IdentifiedVisit = z
  .object({
    object: z.literal('identified_visit'),
    ...tokens,
    identity: z.object({ email: Email }),
    conversation: SiteConversation,
  })
  .meta({ id: 'IdentifiedVisit' })
export type IdentifiedVisit = z.infer<typeof IdentifiedVisit>

const common = { scope: 'none', cost: 'standard', maxBodyBytes: siteLimits.bodyBytes } as const

/** Visits of the website. */
export const visits = defineOperations({
  /** Begin a visit or go on with one, and get all that the page needs. */
  begin: {
    summary: 'Begin a visit or go on with one, and get all that the page needs.',
    method: 'POST',
    path: '/visits',
    ...common,
    credential: 'site_key',
    body: VisitBegin,
    reply: created(Visit),
    errors: ['unprocessable'],
  },
  /** Tell of a further page, and get what to show on it. */
  openPage: {
    summary: 'Tell of a further page, and get what to show on it.',
    method: 'POST',
    path: '/visits/pages',
    ...common,
    credential: 'visit_token',
    body: PageOpen,
    reply: json(SitePage),
  },
  /** Tell what the visitor has really seen: it counts from then on. */
  see: {
    summary: 'Tell what the visitor has really seen: it counts from then on.',
    method: 'POST',
    path: '/visits/openings',
    ...common,
    credential: 'visit_token',
    body: SightReport,
    reply: json(Sight),
    errors: ['unprocessable'],
  },
  /** Sign the visitor in, with the signature of the website's server. */
  identify: {
    summary: "Sign the visitor in, with the signature of the website's server.",
    method: 'POST',
    path: '/visits/identity',
    ...common,
    credential: 'visit_token',
    body: VisitorIdentity,
    reply: json(IdentifiedVisit),
    errors: ['unprocessable'],
  },
})
