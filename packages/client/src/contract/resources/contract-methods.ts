// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.
import type { AgentMethods } from './agent.ts'
import type { AnalyticsMethods } from './analytics.ts'
import type { AppearanceMethods } from './appearance.ts'
import type { ChatButtons } from './chat-buttons.ts'
import type { ChatSessions } from './chat-sessions.ts'
import type { Contacts } from './contacts.ts'
import type { Conversations } from './conversations.ts'
import type { Events } from './events.ts'
import type { Experiments } from './experiments.ts'
import type { KnowledgeDocuments } from './knowledge-documents.ts'
import type { KnowledgeSources } from './knowledge-sources.ts'
import type { LinkGreetings } from './link-greetings.ts'
import type { Me } from './me.ts'
import type { Meetings } from './meetings.ts'
import type { PersonalLinks } from './personal-links.ts'
import type { Privacy } from './privacy.ts'
import type { WebhookEndpoints } from './webhook-endpoints.ts'
import type { WorkspaceMethods } from './workspace.ts'

/**
 * Every operation of the contract as a method: ids in the order of the path, then the input, then
 * the options.
 */
export interface ContractMethods {
  /** How the agent behaves, and whether the chat is on. */
  readonly agent: AgentMethods
  /** Analytics of the site's visitors. */
  readonly analytics: AnalyticsMethods
  /** How the chat looks. */
  readonly appearance: AppearanceMethods
  /** The buttons of the chat. */
  readonly chatButtons: ChatButtons
  /** Conversations that another application holds with the agent. */
  readonly chatSessions: ChatSessions
  /** Reading, writing and deleting contacts. */
  readonly contacts: Contacts
  /** Reading and deleting conversations, and letting people answer in place of the agent. */
  readonly conversations: Conversations
  /** Reading the event log, and redelivering its events. */
  readonly events: Events
  /** Opening tests: variants of what visitors see before they chat. */
  readonly experiments: Experiments
  /** Managing the documents that the agent answers from. */
  readonly knowledgeDocuments: KnowledgeDocuments
  /** The pages that the agent reads and answers from. */
  readonly knowledgeSources: KnowledgeSources
  /** The texts with which personal links greet people. */
  readonly linkGreetings: LinkGreetings
  /** The identity of the API key of the request. */
  readonly me: Me
  /** Reading the meetings that were booked from the chat. */
  readonly meetings: Meetings
  /** The links that greet the people they were sent to. */
  readonly personalLinks: PersonalLinks
  /** Exporting and erasing what is held about one person. */
  readonly privacy: Privacy
  /** Managing webhook endpoints and their deliveries. */
  readonly webhookEndpoints: WebhookEndpoints
  /** Reading the workspace of an API key. */
  readonly workspace: WorkspaceMethods
}
