import { limits } from '@doorkit/models'
import type { Visit, VisitBegin } from '@doorkit/models/site'
import { newVisitOps } from '../analytics/new-visit.ts'
import { appearances, firstAppearance, toAppearance } from '../collections/appearance.ts'
import { listChatButtons, toChatButton } from '../collections/chat-button.ts'
import { readLastMessagePages } from '../collections/message.ts'
import { type StoredSiteVisitor, siteVisitors } from '../collections/site-visitor.ts'
import { readVisit, type StoredVisit } from '../collections/visit.ts'
import type { Context } from '../commit/request-context.ts'
import { Failure } from '../errors/failure.ts'
import { signPerson } from '../ids/pseudonyms.ts'
import { transcriptRows } from '../limits/bounds.ts'
import type { PagePrincipal } from '../requests/principal.ts'
import { readToken } from '../secrets/site-tokens.ts'
import type { Services } from '../services/services.ts'
import { dayMs } from '../values/local-days.ts'
import { chooseOpening } from './choose-opening.ts'
import { readGreeting } from './link-greeting.ts'
import { makeVisitTokens, newVisitorId, type VisitIds } from './make-visit-tokens.ts'
import { noteShown } from './shown-openings.ts'
import { sourceOfVisit } from './visit-source.ts'
import {
  conversationOf,
  sessionOf,
  toSiteConversation,
  toSiteMessage,
} from './visitor-conversation.ts'

type PageContext = Context<PagePrincipal>

/** The visitor of a request, and their visit. */
interface ResolvedVisitor extends Pick<VisitIds, 'visitor' | 'isKept'> {
  /** The visit to continue; null to begin one. */
  readonly visit: StoredVisit | null
  readonly isPreview: boolean
}

/** Begins or continues a visit, and returns everything that the page needs. */
export async function beginVisit(context: PageContext, body: VisitBegin): Promise<Visit> {
  const { workspace } = context
  const page_url = ownAddress(context.principal.origin, body.page_url)
  const resolved = await resolveVisitor(context, body)
  const look = async () => {
    const row = await siteVisitors.get(context.store, workspace.id, resolved.visitor)
    return { row, siteFacts: await readSiteFacts(context, resolved.visitor, row, page_url) }
  }
  const answer = (visit: string, siteFacts: SiteFacts): Visit => ({
    object: 'visit',
    id: visit,
    ...makeVisitTokens(context, { ...resolved, visit }),
    preview: resolved.isPreview,
    ...siteFacts,
  })
  if (resolved.visit !== null) {
    const { siteFacts } = await look()
    await noteShown(context, resolved.visit, siteFacts.opening)
    return answer(resolved.visit.id, siteFacts)
  }
  const { principal, makeId } = context
  const { device, country } = principal.browser
  return context.write(async (at) => {
    const visit = makeId('visit')
    const { row, siteFacts } = await look()
    const facts = {
      page_url,
      visitor: resolved.isKept ? resolved.visitor : null,
      person: row?.columns.email ? signPerson(context, workspace.id, row.columns.email) : null,
      device: body.device ?? device,
      country,
      shown: siteFacts.opening?.variant,
      test: resolved.isPreview,
      ...sourceOfVisit(page_url, body.referrer),
    }
    return {
      ops: [
        ...(await newVisitOps(context, workspace.id, visit, facts, at)),
        ...(row ? noteSeen(row, at) : []),
      ],
      reply: answer(visit, siteFacts),
    }
  })
}

/** The address that a page sends, or the root of the page's origin if that address has another origin. */
function ownAddress(origin: string, address: string): string {
  return new URL(address).origin === origin ? address : `${origin}/`
}

async function resolveVisitor(context: PageContext, body: VisitBegin): Promise<ResolvedVisitor> {
  const { vault, clock, principal, workspace, store } = context
  const now = clock.now()
  const claimed = (kind: 'visitor' | 'visit', token: string | undefined) => {
    const claims = token === undefined ? null : readToken(vault, kind, token, now)
    const isOfThisPage =
      claims?.workspace === workspace.id &&
      claims.key === principal.siteKey.id &&
      claims.origin === principal.origin
    return isOfThisPage ? claims : null
  }
  const byVisit = claimed('visit', body.visit_token)
  const byVisitor = claimed('visitor', body.visitor_token)
  const isPreview = isPreviewOf(context, body.preview_token)
  const known = byVisit && (await readVisit(store, workspace.id, byVisit.visit, now))
  // A preview stays a preview, and a visit that began without a visitor id stays without one.
  if (byVisit && known && (known.data.test || known.columns.visitor === null) && !isPreview) {
    return { visitor: byVisit.visitor, visit: known, isKept: false, isPreview: known.data.test }
  }
  const isKept = !isPreview && principal.keepsVisitor && body.do_not_track !== true
  if (!isKept) {
    const visit = isPreview && known?.data.test ? known : null
    return { visitor: (visit && byVisit?.visitor) ?? newVisitorId(), visit, isKept, isPreview }
  }
  const visitor = byVisitor?.visitor ?? byVisit?.visitor ?? newVisitorId()
  const visit = byVisit?.visitor === visitor ? known : null
  return { visitor, visit, isKept, isPreview }
}

/** @throws Failure `unprocessable` for a preview token that is not valid. */
function isPreviewOf({ vault, clock, workspace }: PageContext, token: string | undefined): boolean {
  if (token === undefined) return false
  if (readToken(vault, 'preview', token, clock.now())?.workspace === workspace.id) return true
  const detail =
    'This is not a valid preview token of this workspace: it may be mistyped or expired. Ask for a new one.'
  throw new Failure('unprocessable', detail, { param: 'preview_token' })
}

type SiteFacts = Awaited<ReturnType<typeof readSiteFacts>>

/** The parts of the answer that do not depend on the visit. */
async function readSiteFacts(
  context: PageContext,
  visitor: string,
  row: StoredSiteVisitor | null,
  pageUrl: string,
) {
  const { store, workspace, clock } = context
  const { id, columns, data } = workspace
  const [appearance, buttons, opening, greeting, conversation] = await Promise.all([
    appearances.get(store, id, id),
    listChatButtons(store, workspace),
    chooseOpening(context, id, pageUrl, visitor),
    readGreeting(context, id, pageUrl),
    showConversation(context, row, clock.now()),
  ])
  return {
    identity: row?.columns.email ? { email: row.columns.email } : null,
    agent: { name: data.agent.name, live: data.agent.live },
    enabled: { handoff: data.agent.handoff.enabled, booking: data.agent.booking.enabled },
    appearance: toAppearance(appearance ?? firstAppearance(id, columns.created_at)),
    buttons: buttons.map(toChatButton),
    opening,
    greeting,
    conversation,
  }
}

/** The conversation that a visitor continues, with the end of its transcript. */
export async function showConversation(
  { store }: Pick<Services, 'store'>,
  row: StoredSiteVisitor | null,
  now: number,
) {
  const session = await sessionOf({ store }, row)
  if (!session) return toSiteConversation(session, null, [], now)
  const { workspace, conversation } = session.columns
  const messages = []
  const stored = conversationOf({ store }, session)
  const pages = readLastMessagePages(store, workspace, conversation, {
    most: limits.expandedMessages,
    rowsAtOnce: transcriptRows,
  })
  for await (const page of pages) messages.push(...page.map(toSiteMessage))
  return toSiteConversation(session, await stored, messages, now)
}

/** The write that stores when a visitor was last seen; none if the stored time is less than a day old. */
function noteSeen(row: StoredSiteVisitor, at: number) {
  if (at - row.columns.seen_at < dayMs) return []
  return [siteVisitors.patch(row.columns.workspace, row.id, { set: { seen_at: at } })]
}
