import * as z from 'zod'
import { Email } from '../email.ts'
import { ExperimentId, PersonalLinkId, VariantId } from '../ids.ts'
import { created, defineOperations, json } from '../operation.ts'
import { Appearance } from '../resources/appearance.ts'
import { ChatButton } from '../resources/chat-buttons.ts'
import { Timestamp } from '../timestamp.ts'
import { webAddress } from '../web-address.ts'
import { SiteConversation } from './conversation.ts'
import { siteLimits } from './limits.ts'

const pageUrl = webAddress({ protocol: /^https?$/ }).meta({
  description: 'The address of the page, with its query.',
})
const token = z.string().min(1).max(2_048)
const quickReply = z.object({ label: z.string(), message: z.string() })

/** The opening of a page: a variant of an opening test that runs there, or the winner of an applied test. */
export const Opening = z
  .object({
    experiment: ExperimentId,
    variant: VariantId,
    headline: z.string(),
    buttons: z.array(quickReply),
  })
  .meta({ id: 'Opening' })
export type Opening = z.infer<typeof Opening>

/** The greeting of a personal link for the person who opened it. */
export const SiteGreeting = z
  .object({
    link: PersonalLinkId,
    text: z.string().meta({
      description: 'The text, filled in with the details of the person from the URL of the page.',
    }),
    buttons: z.array(quickReply).meta({
      description:
        'These buttons replace the chat buttons of the workspace. If the list is empty, the chat buttons are shown.',
    }),
  })
  .meta({ id: 'SiteGreeting' })
export type SiteGreeting = z.infer<typeof SiteGreeting>

const opening = Opening.nullable().meta({
  description: 'Null if no opening test runs on the page, and no winner was applied there.',
})
const greeting = SiteGreeting.nullable().meta({
  description: 'Null unless the visitor opened the page through a personal link with a greeting.',
})

const tokens = {
  visitor_token: z.string().nullable().meta({
    description:
      "Identifies the visitor. Keep it in the page's storage for the next visit. Null if the visit stores no visitor id.",
  }),
  visitor_expires_at: Timestamp.nullable(),
  visit_token: z
    .string()
    .meta({ description: 'The credential of every operation except `visits.begin`.' }),
  visit_expires_at: Timestamp,
}

/** The visit that a page begins or continues. */
export const VisitBegin = z
  .strictObject({
    page_url: pageUrl,
    referrer: z
      .string()
      .max(2_048)
      .optional()
      .meta({ description: 'The address that the visitor came from, as in `document.referrer`.' }),
    visitor_token: token.optional().meta({
      description:
        'The visitor token of an earlier visit. A token that is no longer valid is ignored.',
    }),
    visit_token: token.optional().meta({
      description:
        'The token of the visit to continue. If it is no longer valid, a new visit begins.',
    }),
    device: z
      .enum(['desktop', 'mobile'])
      .optional()
      .meta({ description: "Default: derived from the browser's headers." }),
    do_not_track: z.boolean().optional().meta({
      description:
        'Whether to store no visitor id with the visit, so that only a signed identity can connect it with another visit.',
      default: false,
    }),
    preview_token: token.optional().meta({
      description:
        'A token that the host made for a member of the team. It makes the visit a preview, which is not counted.',
    }),
  })
  .meta({ id: 'VisitBegin' })
export type VisitBegin = z.infer<typeof VisitBegin>

/** A visit, with everything that the page needs. */
export const Visit = z
  .object({
    object: z.literal('visit'),
    id: z.string(),
    ...tokens,
    preview: z.boolean().meta({
      description: 'Whether a member of the team previews the chat. A preview is not counted.',
    }),
    identity: z.object({ email: Email }).nullable().meta({
      description:
        'The identity that the website signed for the visitor; null for an anonymous visitor.',
    }),
    agent: z.object({
      name: z.string(),
      live: z.boolean().meta({ description: 'Whether the chat is switched on.' }),
    }),
    enabled: z.object({
      handoff: z.boolean().meta({ description: 'Whether visitors can ask for a person.' }),
      booking: z.boolean().meta({ description: 'Whether visitors can book a meeting.' }),
    }),
    appearance: Appearance,
    buttons: z.array(ChatButton).meta({ description: 'Newest first.' }),
    opening,
    greeting,
    conversation: SiteConversation,
  })
  .meta({ id: 'Visit' })
export type Visit = z.infer<typeof Visit>

/** Another page of a visit. */
export const PageOpen = z.strictObject({ page_url: pageUrl }).meta({ id: 'PageOpen' })
export type PageOpen = z.infer<typeof PageOpen>

/** The opening and greeting for a page. */
export const SitePage = z
  .object({ object: z.literal('site_page'), opening, greeting })
  .meta({ id: 'SitePage' })
export type SitePage = z.infer<typeof SitePage>

/** A report that the visitor has seen the opening or has opened the chat. */
export const ViewReport = z
  .strictObject({
    seen: z.enum(['opening', 'chat']).optional().meta({
      description: '`opening`: the opening was shown. `chat`: the visitor opened the chat.',
      default: 'opening',
    }),
    variant: VariantId.optional().meta({
      description: 'The `variant` of the opening that the page got, if it got one.',
    }),
  })
  .meta({ id: 'ViewReport' })
export type ViewReport = z.infer<typeof ViewReport>

/** The answer to a {@link ViewReport}. */
export const Sight = z.object({ object: z.literal('sight') }).meta({ id: 'Sight' })
export type Sight = z.infer<typeof Sight>

/** The identity of a visitor, signed by the website's server. */
export const VisitorIdentity = z
  .strictObject({
    email: Email,
    expires: z.int().min(0).meta({ description: 'Seconds since the Unix epoch.' }),
    signature: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'Use 64 hexadecimal digits in lower case.')
      .meta({
        description:
          'The HMAC-SHA256 of `v1.<workspace>.<email>.<expires>` with the identity secret, made by the server of the website. The email is in lower case.',
      }),
  })
  .meta({ id: 'VisitorIdentity' })
export type VisitorIdentity = z.infer<typeof VisitorIdentity>

/** A signed-in visitor. The tokens replace the ones that the page has. */
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

/** The visits to the website. */
export const visits = defineOperations({
  /** Begin or continue a visit, and get everything that the page needs. */
  begin: {
    summary: 'Begin or continue a visit, and get everything that the page needs.',
    method: 'POST',
    path: '/visits',
    ...common,
    credential: 'site_key',
    body: VisitBegin,
    reply: created(Visit),
    errors: ['unprocessable'],
  },
  /** Report another page of the visit, and get its opening and greeting. */
  openPage: {
    summary: 'Report another page of the visit, and get its opening and greeting.',
    method: 'POST',
    path: '/visits/pages',
    ...common,
    credential: 'visit_token',
    body: PageOpen,
    reply: json(SitePage),
  },
  /** Report that the visitor saw the opening or opened the chat. */
  see: {
    summary: 'Report that the visitor saw the opening or opened the chat.',
    method: 'POST',
    path: '/visits/openings',
    ...common,
    credential: 'visit_token',
    body: ViewReport,
    reply: json(Sight),
    errors: ['unprocessable'],
  },
  /** Sign the visitor in with the signature of the website's server. */
  identify: {
    summary: "Sign the visitor in with the signature of the website's server.",
    method: 'POST',
    path: '/visits/identity',
    ...common,
    credential: 'visit_token',
    body: VisitorIdentity,
    reply: json(IdentifiedVisit),
    errors: ['unprocessable'],
  },
})
