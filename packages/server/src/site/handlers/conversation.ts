import type { SiteConversation } from '@doorkit/models/site'
import { readTranscriptPages } from '../../collections/message.ts'
import { JsonStream, PagedList } from '../../text/json-stream.ts'
import {
  conversationOf,
  findVisitor,
  sessionOf,
  toSiteConversation,
  toSiteMessage,
} from '../visitor-conversation.ts'
import type { SiteHandlers } from './site-handlers.ts'

export const conversation: SiteHandlers['conversation'] = {
  async get(_input, context) {
    const { store, workspace, clock } = context
    const session = await sessionOf(context, await findVisitor(context))
    const row = await conversationOf(context, session)
    const messages = new PagedList(async function* () {
      if (!session) return
      const pages = readTranscriptPages(store, workspace.id, session.columns.conversation)
      for await (const page of pages) yield page.map(toSiteMessage)
    })
    return new JsonStream<SiteConversation>(toSiteConversation(session, row, messages, clock.now()))
  },
}
