import { agent } from './agent.ts'
import { analytics } from './analytics.ts'
import { appearance } from './appearance.ts'
import { chatButtons } from './chat-buttons.ts'
import { chatSessions } from './chat-sessions.ts'
import { contacts } from './contacts.ts'
import { conversations } from './conversations.ts'
import { events } from './events.ts'
import { experiments } from './experiments.ts'
import type { Handlers } from './handler.ts'
import { knowledgeDocuments } from './knowledge-documents.ts'
import { knowledgeSources } from './knowledge-sources.ts'
import { linkGreetings } from './link-greetings.ts'
import { me } from './me.ts'
import { meetings } from './meetings.ts'
import { personalLinks } from './personal-links.ts'
import { privacy } from './privacy.ts'
import { webhookEndpoints } from './webhook-endpoints.ts'
import { workspace } from './workspace.ts'

/** Every handler of the API. */
export const handlers: Handlers = {
  agent,
  analytics,
  appearance,
  chatButtons,
  chatSessions,
  contacts,
  conversations,
  events,
  experiments,
  knowledgeDocuments,
  knowledgeSources,
  linkGreetings,
  me,
  meetings,
  personalLinks,
  privacy,
  webhookEndpoints,
  workspace,
}
