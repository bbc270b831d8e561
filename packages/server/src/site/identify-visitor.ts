import { normalizeEmail } from '@doorkit/models'
import type { IdentifiedVisit, VisitorIdentity } from '@doorkit/models/site'
import type { WriteOp } from '@doorkit/store'
import { chatSessions, type StoredChatSession } from '../collections/chat-session.ts'
import { equals } from '../collections/collection.ts'
import { conversations } from '../collections/conversation.ts'
import { type StoredSiteVisitor, siteVisitors } from '../collections/site-visitor.ts'
import { anonymousVisitId, readVisit, visits } from '../collections/visit.ts'
import type { Context } from '../commit/request-context.ts'
import { Failure } from '../errors/failure.ts'
import { signPerson } from '../ids/pseudonyms.ts'
import type { VisitorPrincipal } from '../requests/principal.ts'
import { identitySecretOf } from '../secrets/identity-secret.ts'
import { showConversation } from './begin-visit.ts'
import { makeVisitTokens, newVisitorId } from './make-visit-tokens.ts'
import { isSignedVisitor } from './sign-visitor.ts'
import { findVisitor, sessionOf } from './visitor-conversation.ts'

type VisitorContext = Context<VisitorPrincipal>

/**
 * Signs a visitor in as the person whose identity the website's server signed. A visitor who was signed
 * in as somebody else becomes a new visitor, and does not see the data of the previous person.
 */
export async function identifyVisitor(
  context: VisitorContext,
  identity: VisitorIdentity,
): Promise<IdentifiedVisit> {
  const { vault, clock, workspace, principal } = context
  const secret = identitySecretOf(vault, principal.siteKey)
  const now = clock.now()
  if (!isSignedVisitor(identity, { secret, workspace: workspace.id, now })) throw notSigned()
  const email = normalizeEmail(identity.email)
  const person = signPerson(context, workspace.id, email)
  const freshId = newVisitorId()
  return context.write(async (at) => {
    const visit = await readVisit(context.store, workspace.id, principal.visit, at)
    const test = visit?.data.test ?? false
    const isKept = visit === null || visit.columns.visitor !== null
    const known = await findVisitor(context)
    const isSomebodyElse =
      known !== null && known.columns.email !== null && known.columns.email !== email
    const row = isSomebodyElse ? null : known
    const visitor = isSomebodyElse ? freshId : principal.id
    const own = await sessionOf(context, row)
    const session = own ?? (test ? null : await latestSession(context, email))
    const columns = {
      workspace: workspace.id,
      visitor,
      email,
      visit: anonymousVisitId(visit),
      seen_at: at,
    }
    const data = { session: session?.id ?? null, origin: principal.origin, test }
    const after = { id: visitor, columns, data }
    return {
      ops: [
        row
          ? siteVisitors.edit(row, { set: { email, seen_at: at }, data })
          : siteVisitors.insert(visitor, columns, data),
        ...(own ? await addEmail(context, own, email) : []),
        ...(visit
          ? [visits.edit(visit, { set: { visitor: isKept ? visitor : null, person } })]
          : []),
      ],
      reply: {
        object: 'identified_visit',
        ...makeVisitTokens(context, { visitor, visit: principal.visit, isKept }),
        identity: { email },
        conversation: await showConversation(context, after as StoredSiteVisitor, at),
      },
    }
  })
}

/** The person's session on the device where they were seen last; null without one. */
async function latestSession(
  context: VisitorContext,
  email: string,
): Promise<StoredChatSession | null> {
  const { store, workspace } = context
  const rows = await siteVisitors.list(store, {
    index: 'site_visitors_email',
    where: [equals('workspace', workspace.id), equals('email', email)],
    dir: 'desc',
    limit: 20,
  })
  return sessionOf(context, rows.find(({ data }) => data.session !== null && !data.test) ?? null)
}

/** The writes that add the email address to a session from before the sign-in, and to its conversation. */
async function addEmail(
  { store }: VisitorContext,
  session: StoredChatSession,
  email: string,
): Promise<WriteOp[]> {
  if (session.data.visitor.email === email) return []
  const { workspace, conversation: id } = session.columns
  const conversation = await conversations.get(store, workspace, id)
  const data = { ...session.data, visitor: { ...session.data.visitor, email } }
  return [
    chatSessions.edit(session, { data }),
    ...(conversation ? [conversations.edit(conversation, { set: { visitor_email: email } })] : []),
  ]
}

function notSigned(): Failure {
  const detail =
    'The signature does not match the identity secret, the workspace and the address, or it has expired. Sign again on the server.'
  return new Failure('unprocessable', detail, { param: 'signature' })
}
