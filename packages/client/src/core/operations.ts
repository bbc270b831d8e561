// biome-ignore-all format: written by test/routes.test.ts from the contract; `vitest -u` writes it anew.
import { createListMethod } from '../list-method.ts'
import { createReadMethod } from '../method.ts'
import type { Agent } from '../resources/agent.ts'
import type { AnalyticsMethods } from '../resources/analytics.ts'
import type { AppearanceMethods } from '../resources/appearance.ts'
import type { ChatButtons } from '../resources/chat-buttons.ts'
import type { ChatSessions } from '../resources/chat-sessions.ts'
import type { Contacts } from '../resources/contacts.ts'
import type { Conversations } from '../resources/conversations.ts'
import type { Events } from '../resources/events.ts'
import type { Experiments } from '../resources/experiments.ts'
import type { KnowledgeDocuments } from '../resources/knowledge-documents.ts'
import type { KnowledgeSources } from '../resources/knowledge-sources.ts'
import type { LinkGreetings } from '../resources/link-greetings.ts'
import type { Me } from '../resources/me.ts'
import type { Meetings } from '../resources/meetings.ts'
import type { PersonalLinks } from '../resources/personal-links.ts'
import type { Privacy } from '../resources/privacy.ts'
import type { WebhookEndpoints } from '../resources/webhook-endpoints.ts'
import type { WorkspaceMethods } from '../resources/workspace.ts'
import { createSendMethod, createStreamMethod } from '../stream-method.ts'
import { createWriteMethod } from '../write-method.ts'
import type { CoreOperation } from './core-operation.ts'

export type { ChatChunk, ChatEnding, ChatMessage, ChatMessagePart, ChatOutcome, ChatOutcomeType, ChatReceipt, ChatStream } from '@doorkit/chat-stream'
export type { Call, SafeResult, WithMeta } from '../call.ts'
export type { CallOptions, ListOptions, StreamOptions, WriteOptions } from '../call-options.ts'
export type { CoreOptions } from '../client-options.ts'
export type { EventType } from '../event-type.ts'
export type { List } from '../list.ts'
export type { ListCall, ToArrayOptions } from '../list-call.ts'
export type { AsyncDisposal, ListIterator } from '../list-iterator.ts'
export type { CallMeta } from '../meta.ts'
export type { AttemptRecord, OperationInfo } from '../operation-info.ts'
export type { RateLimit } from '../rate-limit.ts'
export type { Agent, AgentSettings, AgentUpdate } from '../resources/agent.ts'
export type { Analytics, AnalyticsGetQuery, AnalyticsMethods } from '../resources/analytics.ts'
export type { Appearance, AppearanceMethods, AppearanceUpdate } from '../resources/appearance.ts'
export type { ChatButton, ChatButtonCreate, ChatButtonDeleted, ChatButtons, ChatButtonUpdate } from '../resources/chat-buttons.ts'
export type { ChatAction, ChatMessageSend, ChatReply, ChatSession, ChatSessionCreate, ChatSessions } from '../resources/chat-sessions.ts'
export type { Contact, ContactDeleted, Contacts, ContactsListQuery, ContactUpdate, ContactUpsert } from '../resources/contacts.ts'
export type { Conversation, Conversations, ConversationsGetQuery, ConversationsListQuery, Evaluation, Message } from '../resources/conversations.ts'
export type { ErasedData, EventRedelivery, Events, EventsListQuery, LoggedEvent, LoggedEventOf, ReferenceData } from '../resources/events.ts'
export type { Experiment, ExperimentCreate, Experiments, Variant, VariantPromote, VariantPropose, VariantResults } from '../resources/experiments.ts'
export type { KnowledgeDocument, KnowledgeDocumentCreate, KnowledgeDocumentDeleted, KnowledgeDocuments, KnowledgeDocumentUpdate } from '../resources/knowledge-documents.ts'
export type { KnowledgeSource, KnowledgeSourceCreate, KnowledgeSourceDeleted, KnowledgeSources } from '../resources/knowledge-sources.ts'
export type { LinkGreeting, LinkGreetingCreate, LinkGreetingDeleted, LinkGreetings, LinkGreetingUpdate, LinkResults } from '../resources/link-greetings.ts'
export type { ApiKeyIdentity, Me } from '../resources/me.ts'
export type { Meeting, Meetings, MeetingsListQuery } from '../resources/meetings.ts'
export type { PageQuery } from '../resources/page-query.ts'
export type { PersonalLink, PersonalLinkCreate, PersonalLinkDeleted, PersonalLinks, PersonalLinkUpdate, PersonalLinkUrl, PersonalLinkUrlCreate } from '../resources/personal-links.ts'
export type { BookingRecord, Erasure, Privacy, PrivacyExport, PrivacySubject } from '../resources/privacy.ts'
export type { WebhookDelivery, WebhookEndpoint, WebhookEndpointCreate, WebhookEndpointDeleted, WebhookEndpoints, WebhookEndpointsListDeliveriesQuery, WebhookEndpointUpdate, WebhookTest } from '../resources/webhook-endpoints.ts'
export type { Workspace, WorkspaceMethods } from '../resources/workspace.ts'
export type { Scope } from '../scope.ts'
export type { StreamCall } from '../stream-call.ts'

/** `GET /agent` */
export const agentGet: CoreOperation<Agent['get']> = { operation: { id: 'agent.get', method: 'GET', path: '/agent', heavy: false }, make: createReadMethod }

/** `PATCH /agent` */
export const agentUpdate: CoreOperation<Agent['update']> = { operation: { id: 'agent.update', method: 'PATCH', path: '/agent', heavy: false }, hasInput: true, make: createWriteMethod }

/** `GET /analytics` */
export const analyticsGet: CoreOperation<AnalyticsMethods['get']> = { operation: { id: 'analytics.get', method: 'GET', path: '/analytics', heavy: false }, hasInput: true, make: createReadMethod }

/** `GET /appearance` */
export const appearanceGet: CoreOperation<AppearanceMethods['get']> = { operation: { id: 'appearance.get', method: 'GET', path: '/appearance', heavy: false }, make: createReadMethod }

/** `PATCH /appearance` */
export const appearanceUpdate: CoreOperation<AppearanceMethods['update']> = { operation: { id: 'appearance.update', method: 'PATCH', path: '/appearance', heavy: false }, hasInput: true, make: createWriteMethod }

/** `GET /chat_buttons` */
export const chatButtonsList: CoreOperation<ChatButtons['list']> = { operation: { id: 'chatButtons.list', method: 'GET', path: '/chat_buttons', heavy: false }, make: createListMethod }

/** `POST /chat_buttons` */
export const chatButtonsCreate: CoreOperation<ChatButtons['create']> = { operation: { id: 'chatButtons.create', method: 'POST', path: '/chat_buttons', heavy: false }, hasInput: true, make: createWriteMethod }

/** `GET /chat_buttons/{id}` */
export const chatButtonsGet: CoreOperation<ChatButtons['get']> = { operation: { id: 'chatButtons.get', method: 'GET', path: '/chat_buttons/{id}', heavy: false }, make: createReadMethod }

/** `PATCH /chat_buttons/{id}` */
export const chatButtonsUpdate: CoreOperation<ChatButtons['update']> = { operation: { id: 'chatButtons.update', method: 'PATCH', path: '/chat_buttons/{id}', heavy: false }, hasInput: true, make: createWriteMethod }

/** `DELETE /chat_buttons/{id}` */
export const chatButtonsDelete: CoreOperation<ChatButtons['delete']> = { operation: { id: 'chatButtons.delete', method: 'DELETE', path: '/chat_buttons/{id}', heavy: false }, make: createWriteMethod }

/** `POST /chat/sessions` */
export const chatSessionsCreate: CoreOperation<ChatSessions['create']> = { operation: { id: 'chatSessions.create', method: 'POST', path: '/chat/sessions', heavy: false }, hasInput: true, make: createWriteMethod }

/** `GET /chat/sessions/{id}` */
export const chatSessionsGet: CoreOperation<ChatSessions['get']> = { operation: { id: 'chatSessions.get', method: 'GET', path: '/chat/sessions/{id}', heavy: false }, make: createReadMethod }

/** `POST /chat/sessions/{id}/messages` */
export const chatSessionsSend: CoreOperation<ChatSessions['send']> = { operation: { id: 'chatSessions.send', method: 'POST', path: '/chat/sessions/{id}/messages', heavy: true }, hasInput: true, make: createSendMethod }

/** `POST /chat/sessions/{id}/messages` */
export const chatSessionsStream: CoreOperation<ChatSessions['stream']> = { operation: { id: 'chatSessions.stream', method: 'POST', path: '/chat/sessions/{id}/messages', heavy: true }, hasInput: true, make: createStreamMethod }

/** `GET /contacts` */
export const contactsList: CoreOperation<Contacts['list']> = { operation: { id: 'contacts.list', method: 'GET', path: '/contacts', heavy: false }, hasInput: true, paged: true, make: createListMethod }

/** `GET /contacts/{id}` */
export const contactsGet: CoreOperation<Contacts['get']> = { operation: { id: 'contacts.get', method: 'GET', path: '/contacts/{id}', heavy: false }, make: createReadMethod }

/** `POST /contacts` */
export const contactsUpsert: CoreOperation<Contacts['upsert']> = { operation: { id: 'contacts.upsert', method: 'POST', path: '/contacts', heavy: false }, hasInput: true, make: createWriteMethod }

/** `PATCH /contacts/{id}` */
export const contactsUpdate: CoreOperation<Contacts['update']> = { operation: { id: 'contacts.update', method: 'PATCH', path: '/contacts/{id}', heavy: false }, hasInput: true, make: createWriteMethod }

/** `DELETE /contacts/{id}` */
export const contactsDelete: CoreOperation<Contacts['delete']> = { operation: { id: 'contacts.delete', method: 'DELETE', path: '/contacts/{id}', heavy: false }, make: createWriteMethod }

/** `GET /conversations` */
export const conversationsList: CoreOperation<Conversations['list']> = { operation: { id: 'conversations.list', method: 'GET', path: '/conversations', heavy: false }, hasInput: true, paged: true, make: createListMethod }

/** `GET /conversations/{id}` */
export const conversationsGet: CoreOperation<Conversations['get']> = { operation: { id: 'conversations.get', method: 'GET', path: '/conversations/{id}', heavy: false }, hasInput: true, make: createReadMethod }

/** `GET /events` */
export const eventsList: CoreOperation<Events['list']> = { operation: { id: 'events.list', method: 'GET', path: '/events', heavy: false }, hasInput: true, paged: true, make: createListMethod }

/** `GET /events/{id}` */
export const eventsGet: CoreOperation<Events['get']> = { operation: { id: 'events.get', method: 'GET', path: '/events/{id}', heavy: false }, make: createReadMethod }

/** `POST /events/{id}/redeliver` */
export const eventsRedeliver: CoreOperation<Events['redeliver']> = { operation: { id: 'events.redeliver', method: 'POST', path: '/events/{id}/redeliver', heavy: false }, make: createWriteMethod }

/** `GET /experiments` */
export const experimentsList: CoreOperation<Experiments['list']> = { operation: { id: 'experiments.list', method: 'GET', path: '/experiments', heavy: false }, hasInput: true, paged: true, make: createListMethod }

/** `POST /experiments` */
export const experimentsCreate: CoreOperation<Experiments['create']> = { operation: { id: 'experiments.create', method: 'POST', path: '/experiments', heavy: false }, hasInput: true, make: createWriteMethod }

/** `GET /experiments/{id}` */
export const experimentsGet: CoreOperation<Experiments['get']> = { operation: { id: 'experiments.get', method: 'GET', path: '/experiments/{id}', heavy: false }, make: createReadMethod }

/** `POST /experiments/{id}/start` */
export const experimentsStart: CoreOperation<Experiments['start']> = { operation: { id: 'experiments.start', method: 'POST', path: '/experiments/{id}/start', heavy: false }, make: createWriteMethod }

/** `POST /experiments/{id}/pause` */
export const experimentsPause: CoreOperation<Experiments['pause']> = { operation: { id: 'experiments.pause', method: 'POST', path: '/experiments/{id}/pause', heavy: false }, make: createWriteMethod }

/** `POST /experiments/{id}/resume` */
export const experimentsResume: CoreOperation<Experiments['resume']> = { operation: { id: 'experiments.resume', method: 'POST', path: '/experiments/{id}/resume', heavy: false }, make: createWriteMethod }

/** `POST /experiments/{id}/stop` */
export const experimentsStop: CoreOperation<Experiments['stop']> = { operation: { id: 'experiments.stop', method: 'POST', path: '/experiments/{id}/stop', heavy: false }, make: createWriteMethod }

/** `POST /experiments/{id}/variants` */
export const experimentsProposeVariant: CoreOperation<Experiments['proposeVariant']> = { operation: { id: 'experiments.proposeVariant', method: 'POST', path: '/experiments/{id}/variants', heavy: false }, hasInput: true, make: createWriteMethod }

/** `POST /experiments/{id}/promote` */
export const experimentsPromote: CoreOperation<Experiments['promote']> = { operation: { id: 'experiments.promote', method: 'POST', path: '/experiments/{id}/promote', heavy: false }, hasInput: true, make: createWriteMethod }

/** `POST /experiments/{id}/apply_winner` */
export const experimentsApplyWinner: CoreOperation<Experiments['applyWinner']> = { operation: { id: 'experiments.applyWinner', method: 'POST', path: '/experiments/{id}/apply_winner', heavy: false }, make: createWriteMethod }

/** `POST /knowledge/documents` */
export const knowledgeDocumentsCreate: CoreOperation<KnowledgeDocuments['create']> = { operation: { id: 'knowledgeDocuments.create', method: 'POST', path: '/knowledge/documents', heavy: true }, hasInput: true, make: createWriteMethod }

/** `GET /knowledge/documents` */
export const knowledgeDocumentsList: CoreOperation<KnowledgeDocuments['list']> = { operation: { id: 'knowledgeDocuments.list', method: 'GET', path: '/knowledge/documents', heavy: false }, hasInput: true, paged: true, make: createListMethod }

/** `GET /knowledge/documents/{id}` */
export const knowledgeDocumentsGet: CoreOperation<KnowledgeDocuments['get']> = { operation: { id: 'knowledgeDocuments.get', method: 'GET', path: '/knowledge/documents/{id}', heavy: false }, make: createReadMethod }

/** `PATCH /knowledge/documents/{id}` */
export const knowledgeDocumentsUpdate: CoreOperation<KnowledgeDocuments['update']> = { operation: { id: 'knowledgeDocuments.update', method: 'PATCH', path: '/knowledge/documents/{id}', heavy: true }, hasInput: true, make: createWriteMethod }

/** `DELETE /knowledge/documents/{id}` */
export const knowledgeDocumentsDelete: CoreOperation<KnowledgeDocuments['delete']> = { operation: { id: 'knowledgeDocuments.delete', method: 'DELETE', path: '/knowledge/documents/{id}', heavy: false }, make: createWriteMethod }

/** `POST /knowledge/sources` */
export const knowledgeSourcesCreate: CoreOperation<KnowledgeSources['create']> = { operation: { id: 'knowledgeSources.create', method: 'POST', path: '/knowledge/sources', heavy: false }, hasInput: true, make: createWriteMethod }

/** `GET /knowledge/sources` */
export const knowledgeSourcesList: CoreOperation<KnowledgeSources['list']> = { operation: { id: 'knowledgeSources.list', method: 'GET', path: '/knowledge/sources', heavy: false }, hasInput: true, paged: true, make: createListMethod }

/** `GET /knowledge/sources/{id}` */
export const knowledgeSourcesGet: CoreOperation<KnowledgeSources['get']> = { operation: { id: 'knowledgeSources.get', method: 'GET', path: '/knowledge/sources/{id}', heavy: false }, make: createReadMethod }

/** `DELETE /knowledge/sources/{id}` */
export const knowledgeSourcesDelete: CoreOperation<KnowledgeSources['delete']> = { operation: { id: 'knowledgeSources.delete', method: 'DELETE', path: '/knowledge/sources/{id}', heavy: false }, make: createWriteMethod }

/** `POST /knowledge/sources/{id}/refresh` */
export const knowledgeSourcesRefresh: CoreOperation<KnowledgeSources['refresh']> = { operation: { id: 'knowledgeSources.refresh', method: 'POST', path: '/knowledge/sources/{id}/refresh', heavy: true }, make: createWriteMethod }

/** `GET /link_greetings` */
export const linkGreetingsList: CoreOperation<LinkGreetings['list']> = { operation: { id: 'linkGreetings.list', method: 'GET', path: '/link_greetings', heavy: false }, hasInput: true, paged: true, make: createListMethod }

/** `POST /link_greetings` */
export const linkGreetingsCreate: CoreOperation<LinkGreetings['create']> = { operation: { id: 'linkGreetings.create', method: 'POST', path: '/link_greetings', heavy: false }, hasInput: true, make: createWriteMethod }

/** `GET /link_greetings/{id}` */
export const linkGreetingsGet: CoreOperation<LinkGreetings['get']> = { operation: { id: 'linkGreetings.get', method: 'GET', path: '/link_greetings/{id}', heavy: false }, make: createReadMethod }

/** `PATCH /link_greetings/{id}` */
export const linkGreetingsUpdate: CoreOperation<LinkGreetings['update']> = { operation: { id: 'linkGreetings.update', method: 'PATCH', path: '/link_greetings/{id}', heavy: false }, hasInput: true, make: createWriteMethod }

/** `DELETE /link_greetings/{id}` */
export const linkGreetingsDelete: CoreOperation<LinkGreetings['delete']> = { operation: { id: 'linkGreetings.delete', method: 'DELETE', path: '/link_greetings/{id}', heavy: false }, make: createWriteMethod }

/** `GET /me` */
export const meGet: CoreOperation<Me['get']> = { operation: { id: 'me.get', method: 'GET', path: '/me', heavy: false }, make: createReadMethod }

/** `GET /meetings` */
export const meetingsList: CoreOperation<Meetings['list']> = { operation: { id: 'meetings.list', method: 'GET', path: '/meetings', heavy: false }, hasInput: true, paged: true, make: createListMethod }

/** `GET /meetings/{id}` */
export const meetingsGet: CoreOperation<Meetings['get']> = { operation: { id: 'meetings.get', method: 'GET', path: '/meetings/{id}', heavy: false }, make: createReadMethod }

/** `GET /personal_links` */
export const personalLinksList: CoreOperation<PersonalLinks['list']> = { operation: { id: 'personalLinks.list', method: 'GET', path: '/personal_links', heavy: false }, hasInput: true, paged: true, make: createListMethod }

/** `POST /personal_links` */
export const personalLinksCreate: CoreOperation<PersonalLinks['create']> = { operation: { id: 'personalLinks.create', method: 'POST', path: '/personal_links', heavy: false }, hasInput: true, make: createWriteMethod }

/** `GET /personal_links/{id}` */
export const personalLinksGet: CoreOperation<PersonalLinks['get']> = { operation: { id: 'personalLinks.get', method: 'GET', path: '/personal_links/{id}', heavy: false }, make: createReadMethod }

/** `PATCH /personal_links/{id}` */
export const personalLinksUpdate: CoreOperation<PersonalLinks['update']> = { operation: { id: 'personalLinks.update', method: 'PATCH', path: '/personal_links/{id}', heavy: false }, hasInput: true, make: createWriteMethod }

/** `DELETE /personal_links/{id}` */
export const personalLinksDelete: CoreOperation<PersonalLinks['delete']> = { operation: { id: 'personalLinks.delete', method: 'DELETE', path: '/personal_links/{id}', heavy: false }, make: createWriteMethod }

/** `POST /personal_links/{id}/urls` */
export const personalLinksBuildUrl: CoreOperation<PersonalLinks['buildUrl']> = { operation: { id: 'personalLinks.buildUrl', method: 'POST', path: '/personal_links/{id}/urls', heavy: false }, hasInput: true, make: createWriteMethod }

/** `POST /privacy/exports` */
export const privacyExport: CoreOperation<Privacy['export']> = { operation: { id: 'privacy.export', method: 'POST', path: '/privacy/exports', heavy: true }, hasInput: true, make: createWriteMethod }

/** `POST /privacy/erasures` */
export const privacyErase: CoreOperation<Privacy['erase']> = { operation: { id: 'privacy.erase', method: 'POST', path: '/privacy/erasures', heavy: false }, hasInput: true, make: createWriteMethod }

/** `POST /webhook_endpoints` */
export const webhookEndpointsCreate: CoreOperation<WebhookEndpoints['create']> = { operation: { id: 'webhookEndpoints.create', method: 'POST', path: '/webhook_endpoints', heavy: false }, hasInput: true, make: createWriteMethod }

/** `GET /webhook_endpoints` */
export const webhookEndpointsList: CoreOperation<WebhookEndpoints['list']> = { operation: { id: 'webhookEndpoints.list', method: 'GET', path: '/webhook_endpoints', heavy: false }, make: createListMethod }

/** `GET /webhook_endpoints/{id}` */
export const webhookEndpointsGet: CoreOperation<WebhookEndpoints['get']> = { operation: { id: 'webhookEndpoints.get', method: 'GET', path: '/webhook_endpoints/{id}', heavy: false }, make: createReadMethod }

/** `PATCH /webhook_endpoints/{id}` */
export const webhookEndpointsUpdate: CoreOperation<WebhookEndpoints['update']> = { operation: { id: 'webhookEndpoints.update', method: 'PATCH', path: '/webhook_endpoints/{id}', heavy: false }, hasInput: true, make: createWriteMethod }

/** `DELETE /webhook_endpoints/{id}` */
export const webhookEndpointsDelete: CoreOperation<WebhookEndpoints['delete']> = { operation: { id: 'webhookEndpoints.delete', method: 'DELETE', path: '/webhook_endpoints/{id}', heavy: false }, make: createWriteMethod }

/** `POST /webhook_endpoints/{id}/test` */
export const webhookEndpointsTest: CoreOperation<WebhookEndpoints['test']> = { operation: { id: 'webhookEndpoints.test', method: 'POST', path: '/webhook_endpoints/{id}/test', heavy: true }, make: createWriteMethod }

/** `POST /webhook_endpoints/{id}/rotate_secret` */
export const webhookEndpointsRotateSecret: CoreOperation<WebhookEndpoints['rotateSecret']> = { operation: { id: 'webhookEndpoints.rotateSecret', method: 'POST', path: '/webhook_endpoints/{id}/rotate_secret', heavy: false }, make: createWriteMethod }

/** `GET /webhook_endpoints/{id}/deliveries` */
export const webhookEndpointsListDeliveries: CoreOperation<WebhookEndpoints['listDeliveries']> = { operation: { id: 'webhookEndpoints.listDeliveries', method: 'GET', path: '/webhook_endpoints/{id}/deliveries', heavy: false }, hasInput: true, paged: true, make: createListMethod }

/** `POST /webhook_endpoints/{id}/deliveries/{delivery_id}/redeliver` */
export const webhookEndpointsRedeliver: CoreOperation<WebhookEndpoints['redeliver']> = { operation: { id: 'webhookEndpoints.redeliver', method: 'POST', path: '/webhook_endpoints/{id}/deliveries/{delivery_id}/redeliver', heavy: false }, make: createWriteMethod }

/** `GET /workspace` */
export const workspaceGet: CoreOperation<WorkspaceMethods['get']> = { operation: { id: 'workspace.get', method: 'GET', path: '/workspace', heavy: false }, make: createReadMethod }
