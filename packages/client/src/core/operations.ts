// biome-ignore-all format: written by test/routes.test.ts from the contract; `vitest -u` writes it anew.
import type { ListCall } from '../list-call.ts'
import { createListMethod } from '../list-method.ts'
import { createReadMethod } from '../method.ts'
import type { AgentSettings, AgentUpdate } from '../resources/agent.ts'
import type { Analytics, AnalyticsGetQuery } from '../resources/analytics.ts'
import type { Appearance, AppearanceUpdate } from '../resources/appearance.ts'
import type { ChatButton, ChatButtonCreate, ChatButtonDeleted, ChatButtonUpdate } from '../resources/chat-buttons.ts'
import type { ChatMessageSend, ChatReply, ChatSession, ChatSessionCreate } from '../resources/chat-sessions.ts'
import type { Contact, ContactDeleted, ContactsListQuery, ContactUpdate, ContactUpsert } from '../resources/contacts.ts'
import type { Conversation, ConversationsGetQuery, ConversationsListQuery } from '../resources/conversations.ts'
import type { EventRedelivery, EventsListQuery, WebhookEvent } from '../resources/events.ts'
import type { Experiment, ExperimentCreate, VariantPromote, VariantPropose } from '../resources/experiments.ts'
import type { KnowledgeDocument, KnowledgeDocumentCreate, KnowledgeDocumentDeleted, KnowledgeDocumentUpdate } from '../resources/knowledge-documents.ts'
import type { KnowledgeSource, KnowledgeSourceCreate, KnowledgeSourceDeleted } from '../resources/knowledge-sources.ts'
import type { LinkGreeting, LinkGreetingCreate, LinkGreetingDeleted, LinkGreetingUpdate } from '../resources/link-greetings.ts'
import type { ApiKeyIdentity } from '../resources/me.ts'
import type { Meeting, MeetingsListQuery } from '../resources/meetings.ts'
import type { PageQuery } from '../resources/page-query.ts'
import type { PersonalLink, PersonalLinkCreate, PersonalLinkDeleted, PersonalLinkUpdate, PersonalLinkUrl, PersonalLinkUrlCreate } from '../resources/personal-links.ts'
import type { Erasure, PrivacyExport, PrivacySubject } from '../resources/privacy.ts'
import type { WebhookDelivery, WebhookEndpoint, WebhookEndpointCreate, WebhookEndpointDeleted, WebhookEndpointsListDeliveriesQuery, WebhookEndpointUpdate, WebhookTest } from '../resources/webhook-endpoints.ts'
import type { Workspace } from '../resources/workspace.ts'
import type { StreamCall } from '../stream-call.ts'
import { createSendMethod, createStreamMethod } from '../stream-method.ts'
import { createWriteMethod } from '../write-method.ts'
import type { CoreCallOptions, CoreListOptions, CoreOperation, CoreStreamOptions, CoreWriteOptions } from './core-operation.ts'

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
export type { AgentSettings, AgentUpdate } from '../resources/agent.ts'
export type { Analytics, AnalyticsGetQuery } from '../resources/analytics.ts'
export type { Appearance, AppearanceUpdate } from '../resources/appearance.ts'
export type { ChatButton, ChatButtonCreate, ChatButtonDeleted, ChatButtonUpdate } from '../resources/chat-buttons.ts'
export type { ChatAction, ChatMessageSend, ChatReply, ChatSession, ChatSessionCreate } from '../resources/chat-sessions.ts'
export type { Contact, ContactDeleted, ContactsListQuery, ContactUpdate, ContactUpsert } from '../resources/contacts.ts'
export type { Conversation, ConversationsGetQuery, ConversationsListQuery, Evaluation, Message } from '../resources/conversations.ts'
export type { ErasedData, EventEnvelope, EventRedelivery, EventsListQuery, ReferenceData, UnknownEvent, WebhookEvent, WebhookEventOf } from '../resources/events.ts'
export type { Experiment, ExperimentCreate, Variant, VariantPromote, VariantPropose, VariantResults } from '../resources/experiments.ts'
export type { KnowledgeDocument, KnowledgeDocumentCreate, KnowledgeDocumentDeleted, KnowledgeDocumentUpdate } from '../resources/knowledge-documents.ts'
export type { KnowledgeSource, KnowledgeSourceCreate, KnowledgeSourceDeleted } from '../resources/knowledge-sources.ts'
export type { LinkGreeting, LinkGreetingCreate, LinkGreetingDeleted, LinkGreetingUpdate, LinkResults } from '../resources/link-greetings.ts'
export type { ApiKeyIdentity } from '../resources/me.ts'
export type { Meeting, MeetingsListQuery } from '../resources/meetings.ts'
export type { PageQuery } from '../resources/page-query.ts'
export type { PersonalLink, PersonalLinkCreate, PersonalLinkDeleted, PersonalLinkUpdate, PersonalLinkUrl, PersonalLinkUrlCreate } from '../resources/personal-links.ts'
export type { BookingRecord, Erasure, PrivacyExport, PrivacySubject } from '../resources/privacy.ts'
export type { WebhookDelivery, WebhookEndpoint, WebhookEndpointCreate, WebhookEndpointDeleted, WebhookEndpointsListDeliveriesQuery, WebhookEndpointUpdate, WebhookTest } from '../resources/webhook-endpoints.ts'
export type { Workspace } from '../resources/workspace.ts'
export type { Scope } from '../scope.ts'
export type { StreamCall } from '../stream-call.ts'
export type { CoreCallOptions, CoreListOptions, CoreStreamOptions, CoreWriteOptions } from './core-operation.ts'

/** `GET /agent` */
export const agentGet: CoreOperation<(options?: CoreCallOptions) => Promise<AgentSettings>> = { operation: { id: 'agent.get', method: 'GET', path: '/agent' }, make: createReadMethod }

/** `PATCH /agent` */
export const agentUpdate: CoreOperation<(input?: AgentUpdate, options?: CoreWriteOptions) => Promise<AgentSettings>> = { operation: { id: 'agent.update', method: 'PATCH', path: '/agent' }, hasInput: true, make: createWriteMethod }

/** `GET /analytics` */
export const analyticsGet: CoreOperation<(query?: AnalyticsGetQuery, options?: CoreCallOptions) => Promise<Analytics>> = { operation: { id: 'analytics.get', method: 'GET', path: '/analytics' }, hasInput: true, make: createReadMethod }

/** `GET /appearance` */
export const appearanceGet: CoreOperation<(options?: CoreCallOptions) => Promise<Appearance>> = { operation: { id: 'appearance.get', method: 'GET', path: '/appearance' }, make: createReadMethod }

/** `PATCH /appearance` */
export const appearanceUpdate: CoreOperation<(input: AppearanceUpdate, options?: CoreWriteOptions) => Promise<Appearance>> = { operation: { id: 'appearance.update', method: 'PATCH', path: '/appearance' }, hasInput: true, make: createWriteMethod }

/** `GET /chat_buttons` */
export const chatButtonsList: CoreOperation<(options?: CoreListOptions) => ListCall<ChatButton>> = { operation: { id: 'chatButtons.list', method: 'GET', path: '/chat_buttons' }, make: createListMethod }

/** `POST /chat_buttons` */
export const chatButtonsCreate: CoreOperation<(input: ChatButtonCreate, options?: CoreWriteOptions) => Promise<ChatButton>> = { operation: { id: 'chatButtons.create', method: 'POST', path: '/chat_buttons' }, hasInput: true, make: createWriteMethod }

/** `GET /chat_buttons/{id}` */
export const chatButtonsGet: CoreOperation<(id: `btn_${string}`, options?: CoreCallOptions) => Promise<ChatButton>> = { operation: { id: 'chatButtons.get', method: 'GET', path: '/chat_buttons/{id}' }, make: createReadMethod }

/** `PATCH /chat_buttons/{id}` */
export const chatButtonsUpdate: CoreOperation<(id: `btn_${string}`, input?: ChatButtonUpdate, options?: CoreWriteOptions) => Promise<ChatButton>> = { operation: { id: 'chatButtons.update', method: 'PATCH', path: '/chat_buttons/{id}' }, hasInput: true, make: createWriteMethod }

/** `DELETE /chat_buttons/{id}` */
export const chatButtonsDelete: CoreOperation<(id: `btn_${string}`, options?: CoreWriteOptions) => Promise<ChatButtonDeleted>> = { operation: { id: 'chatButtons.delete', method: 'DELETE', path: '/chat_buttons/{id}' }, make: createWriteMethod }

/** `POST /chat/sessions` */
export const chatSessionsCreate: CoreOperation<(input?: ChatSessionCreate, options?: CoreWriteOptions) => Promise<ChatSession>> = { operation: { id: 'chatSessions.create', method: 'POST', path: '/chat/sessions' }, hasInput: true, make: createWriteMethod }

/** `GET /chat/sessions/{id}` */
export const chatSessionsGet: CoreOperation<(id: `chs_${string}`, options?: CoreCallOptions) => Promise<ChatSession>> = { operation: { id: 'chatSessions.get', method: 'GET', path: '/chat/sessions/{id}' }, make: createReadMethod }

/** `POST /chat/sessions/{id}/messages` */
export const chatSessionsSend: CoreOperation<(id: `chs_${string}`, input: ChatMessageSend, options?: CoreWriteOptions) => Promise<ChatReply>> = { operation: { id: 'chatSessions.send', method: 'POST', path: '/chat/sessions/{id}/messages' }, hasInput: true, make: createSendMethod }

/** `POST /chat/sessions/{id}/messages` */
export const chatSessionsStream: CoreOperation<(id: `chs_${string}`, input: ChatMessageSend, options?: CoreStreamOptions) => StreamCall> = { operation: { id: 'chatSessions.stream', method: 'POST', path: '/chat/sessions/{id}/messages' }, hasInput: true, make: createStreamMethod }

/** `GET /contacts` */
export const contactsList: CoreOperation<(query?: ContactsListQuery, options?: CoreListOptions) => ListCall<Contact>> = { operation: { id: 'contacts.list', method: 'GET', path: '/contacts' }, hasInput: true, paged: true, make: createListMethod }

/** `GET /contacts/{id}` */
export const contactsGet: CoreOperation<(id: `ct_${string}`, options?: CoreCallOptions) => Promise<Contact>> = { operation: { id: 'contacts.get', method: 'GET', path: '/contacts/{id}' }, make: createReadMethod }

/** `POST /contacts` */
export const contactsUpsert: CoreOperation<(input: ContactUpsert, options?: CoreWriteOptions) => Promise<Contact>> = { operation: { id: 'contacts.upsert', method: 'POST', path: '/contacts' }, hasInput: true, make: createWriteMethod }

/** `PATCH /contacts/{id}` */
export const contactsUpdate: CoreOperation<(id: `ct_${string}`, input?: ContactUpdate, options?: CoreWriteOptions) => Promise<Contact>> = { operation: { id: 'contacts.update', method: 'PATCH', path: '/contacts/{id}' }, hasInput: true, make: createWriteMethod }

/** `DELETE /contacts/{id}` */
export const contactsDelete: CoreOperation<(id: `ct_${string}`, options?: CoreWriteOptions) => Promise<ContactDeleted>> = { operation: { id: 'contacts.delete', method: 'DELETE', path: '/contacts/{id}' }, make: createWriteMethod }

/** `GET /conversations` */
export const conversationsList: CoreOperation<(query?: ConversationsListQuery, options?: CoreListOptions) => ListCall<Conversation>> = { operation: { id: 'conversations.list', method: 'GET', path: '/conversations' }, hasInput: true, paged: true, make: createListMethod }

/** `GET /conversations/{id}` */
export const conversationsGet: CoreOperation<(id: `conv_${string}`, query?: ConversationsGetQuery, options?: CoreCallOptions) => Promise<Conversation>> = { operation: { id: 'conversations.get', method: 'GET', path: '/conversations/{id}' }, hasInput: true, make: createReadMethod }

/** `GET /events` */
export const eventsList: CoreOperation<(query?: EventsListQuery, options?: CoreListOptions) => ListCall<WebhookEvent>> = { operation: { id: 'events.list', method: 'GET', path: '/events' }, hasInput: true, paged: true, make: createListMethod }

/** `GET /events/{id}` */
export const eventsGet: CoreOperation<(id: `evt_${string}`, options?: CoreCallOptions) => Promise<WebhookEvent>> = { operation: { id: 'events.get', method: 'GET', path: '/events/{id}' }, make: createReadMethod }

/** `POST /events/{id}/redeliver` */
export const eventsRedeliver: CoreOperation<(id: `evt_${string}`, options?: CoreWriteOptions) => Promise<EventRedelivery>> = { operation: { id: 'events.redeliver', method: 'POST', path: '/events/{id}/redeliver' }, make: createWriteMethod }

/** `GET /experiments` */
export const experimentsList: CoreOperation<(query?: PageQuery, options?: CoreListOptions) => ListCall<Experiment>> = { operation: { id: 'experiments.list', method: 'GET', path: '/experiments' }, hasInput: true, paged: true, make: createListMethod }

/** `POST /experiments` */
export const experimentsCreate: CoreOperation<(input: ExperimentCreate, options?: CoreWriteOptions) => Promise<Experiment>> = { operation: { id: 'experiments.create', method: 'POST', path: '/experiments' }, hasInput: true, make: createWriteMethod }

/** `GET /experiments/{id}` */
export const experimentsGet: CoreOperation<(id: `exp_${string}`, options?: CoreCallOptions) => Promise<Experiment>> = { operation: { id: 'experiments.get', method: 'GET', path: '/experiments/{id}' }, make: createReadMethod }

/** `POST /experiments/{id}/start` */
export const experimentsStart: CoreOperation<(id: `exp_${string}`, options?: CoreWriteOptions) => Promise<Experiment>> = { operation: { id: 'experiments.start', method: 'POST', path: '/experiments/{id}/start' }, make: createWriteMethod }

/** `POST /experiments/{id}/pause` */
export const experimentsPause: CoreOperation<(id: `exp_${string}`, options?: CoreWriteOptions) => Promise<Experiment>> = { operation: { id: 'experiments.pause', method: 'POST', path: '/experiments/{id}/pause' }, make: createWriteMethod }

/** `POST /experiments/{id}/resume` */
export const experimentsResume: CoreOperation<(id: `exp_${string}`, options?: CoreWriteOptions) => Promise<Experiment>> = { operation: { id: 'experiments.resume', method: 'POST', path: '/experiments/{id}/resume' }, make: createWriteMethod }

/** `POST /experiments/{id}/stop` */
export const experimentsStop: CoreOperation<(id: `exp_${string}`, options?: CoreWriteOptions) => Promise<Experiment>> = { operation: { id: 'experiments.stop', method: 'POST', path: '/experiments/{id}/stop' }, make: createWriteMethod }

/** `POST /experiments/{id}/variants` */
export const experimentsProposeVariant: CoreOperation<(id: `exp_${string}`, input: VariantPropose, options?: CoreWriteOptions) => Promise<Experiment>> = { operation: { id: 'experiments.proposeVariant', method: 'POST', path: '/experiments/{id}/variants' }, hasInput: true, make: createWriteMethod }

/** `POST /experiments/{id}/promote` */
export const experimentsPromote: CoreOperation<(id: `exp_${string}`, input: VariantPromote, options?: CoreWriteOptions) => Promise<Experiment>> = { operation: { id: 'experiments.promote', method: 'POST', path: '/experiments/{id}/promote' }, hasInput: true, make: createWriteMethod }

/** `POST /experiments/{id}/apply_winner` */
export const experimentsApplyWinner: CoreOperation<(id: `exp_${string}`, options?: CoreWriteOptions) => Promise<Experiment>> = { operation: { id: 'experiments.applyWinner', method: 'POST', path: '/experiments/{id}/apply_winner' }, make: createWriteMethod }

/** `POST /knowledge/documents` */
export const knowledgeDocumentsCreate: CoreOperation<(input: KnowledgeDocumentCreate, options?: CoreWriteOptions) => Promise<KnowledgeDocument>> = { operation: { id: 'knowledgeDocuments.create', method: 'POST', path: '/knowledge/documents' }, hasInput: true, make: createWriteMethod }

/** `GET /knowledge/documents` */
export const knowledgeDocumentsList: CoreOperation<(query?: PageQuery, options?: CoreListOptions) => ListCall<KnowledgeDocument>> = { operation: { id: 'knowledgeDocuments.list', method: 'GET', path: '/knowledge/documents' }, hasInput: true, paged: true, make: createListMethod }

/** `GET /knowledge/documents/{id}` */
export const knowledgeDocumentsGet: CoreOperation<(id: `doc_${string}`, options?: CoreCallOptions) => Promise<KnowledgeDocument>> = { operation: { id: 'knowledgeDocuments.get', method: 'GET', path: '/knowledge/documents/{id}' }, make: createReadMethod }

/** `PATCH /knowledge/documents/{id}` */
export const knowledgeDocumentsUpdate: CoreOperation<(id: `doc_${string}`, input?: KnowledgeDocumentUpdate, options?: CoreWriteOptions) => Promise<KnowledgeDocument>> = { operation: { id: 'knowledgeDocuments.update', method: 'PATCH', path: '/knowledge/documents/{id}' }, hasInput: true, make: createWriteMethod }

/** `DELETE /knowledge/documents/{id}` */
export const knowledgeDocumentsDelete: CoreOperation<(id: `doc_${string}`, options?: CoreWriteOptions) => Promise<KnowledgeDocumentDeleted>> = { operation: { id: 'knowledgeDocuments.delete', method: 'DELETE', path: '/knowledge/documents/{id}' }, make: createWriteMethod }

/** `POST /knowledge/sources` */
export const knowledgeSourcesCreate: CoreOperation<(input: KnowledgeSourceCreate, options?: CoreWriteOptions) => Promise<KnowledgeSource>> = { operation: { id: 'knowledgeSources.create', method: 'POST', path: '/knowledge/sources' }, hasInput: true, make: createWriteMethod }

/** `GET /knowledge/sources` */
export const knowledgeSourcesList: CoreOperation<(query?: PageQuery, options?: CoreListOptions) => ListCall<KnowledgeSource>> = { operation: { id: 'knowledgeSources.list', method: 'GET', path: '/knowledge/sources' }, hasInput: true, paged: true, make: createListMethod }

/** `GET /knowledge/sources/{id}` */
export const knowledgeSourcesGet: CoreOperation<(id: `src_${string}`, options?: CoreCallOptions) => Promise<KnowledgeSource>> = { operation: { id: 'knowledgeSources.get', method: 'GET', path: '/knowledge/sources/{id}' }, make: createReadMethod }

/** `DELETE /knowledge/sources/{id}` */
export const knowledgeSourcesDelete: CoreOperation<(id: `src_${string}`, options?: CoreWriteOptions) => Promise<KnowledgeSourceDeleted>> = { operation: { id: 'knowledgeSources.delete', method: 'DELETE', path: '/knowledge/sources/{id}' }, make: createWriteMethod }

/** `POST /knowledge/sources/{id}/refresh` */
export const knowledgeSourcesRefresh: CoreOperation<(id: `src_${string}`, options?: CoreWriteOptions) => Promise<KnowledgeSource>> = { operation: { id: 'knowledgeSources.refresh', method: 'POST', path: '/knowledge/sources/{id}/refresh' }, make: createWriteMethod }

/** `GET /link_greetings` */
export const linkGreetingsList: CoreOperation<(query?: PageQuery, options?: CoreListOptions) => ListCall<LinkGreeting>> = { operation: { id: 'linkGreetings.list', method: 'GET', path: '/link_greetings' }, hasInput: true, paged: true, make: createListMethod }

/** `POST /link_greetings` */
export const linkGreetingsCreate: CoreOperation<(input: LinkGreetingCreate, options?: CoreWriteOptions) => Promise<LinkGreeting>> = { operation: { id: 'linkGreetings.create', method: 'POST', path: '/link_greetings' }, hasInput: true, make: createWriteMethod }

/** `GET /link_greetings/{id}` */
export const linkGreetingsGet: CoreOperation<(id: `gr_${string}`, options?: CoreCallOptions) => Promise<LinkGreeting>> = { operation: { id: 'linkGreetings.get', method: 'GET', path: '/link_greetings/{id}' }, make: createReadMethod }

/** `PATCH /link_greetings/{id}` */
export const linkGreetingsUpdate: CoreOperation<(id: `gr_${string}`, input?: LinkGreetingUpdate, options?: CoreWriteOptions) => Promise<LinkGreeting>> = { operation: { id: 'linkGreetings.update', method: 'PATCH', path: '/link_greetings/{id}' }, hasInput: true, make: createWriteMethod }

/** `DELETE /link_greetings/{id}` */
export const linkGreetingsDelete: CoreOperation<(id: `gr_${string}`, options?: CoreWriteOptions) => Promise<LinkGreetingDeleted>> = { operation: { id: 'linkGreetings.delete', method: 'DELETE', path: '/link_greetings/{id}' }, make: createWriteMethod }

/** `GET /me` */
export const meGet: CoreOperation<(options?: CoreCallOptions) => Promise<ApiKeyIdentity>> = { operation: { id: 'me.get', method: 'GET', path: '/me' }, make: createReadMethod }

/** `GET /meetings` */
export const meetingsList: CoreOperation<(query?: MeetingsListQuery, options?: CoreListOptions) => ListCall<Meeting>> = { operation: { id: 'meetings.list', method: 'GET', path: '/meetings' }, hasInput: true, paged: true, make: createListMethod }

/** `GET /meetings/{id}` */
export const meetingsGet: CoreOperation<(id: `mtg_${string}`, options?: CoreCallOptions) => Promise<Meeting>> = { operation: { id: 'meetings.get', method: 'GET', path: '/meetings/{id}' }, make: createReadMethod }

/** `GET /personal_links` */
export const personalLinksList: CoreOperation<(query?: PageQuery, options?: CoreListOptions) => ListCall<PersonalLink>> = { operation: { id: 'personalLinks.list', method: 'GET', path: '/personal_links' }, hasInput: true, paged: true, make: createListMethod }

/** `POST /personal_links` */
export const personalLinksCreate: CoreOperation<(input: PersonalLinkCreate, options?: CoreWriteOptions) => Promise<PersonalLink>> = { operation: { id: 'personalLinks.create', method: 'POST', path: '/personal_links' }, hasInput: true, make: createWriteMethod }

/** `GET /personal_links/{id}` */
export const personalLinksGet: CoreOperation<(id: `lk_${string}`, options?: CoreCallOptions) => Promise<PersonalLink>> = { operation: { id: 'personalLinks.get', method: 'GET', path: '/personal_links/{id}' }, make: createReadMethod }

/** `PATCH /personal_links/{id}` */
export const personalLinksUpdate: CoreOperation<(id: `lk_${string}`, input?: PersonalLinkUpdate, options?: CoreWriteOptions) => Promise<PersonalLink>> = { operation: { id: 'personalLinks.update', method: 'PATCH', path: '/personal_links/{id}' }, hasInput: true, make: createWriteMethod }

/** `DELETE /personal_links/{id}` */
export const personalLinksDelete: CoreOperation<(id: `lk_${string}`, options?: CoreWriteOptions) => Promise<PersonalLinkDeleted>> = { operation: { id: 'personalLinks.delete', method: 'DELETE', path: '/personal_links/{id}' }, make: createWriteMethod }

/** `POST /personal_links/{id}/urls` */
export const personalLinksBuildUrl: CoreOperation<(id: `lk_${string}`, input?: PersonalLinkUrlCreate, options?: CoreWriteOptions) => Promise<PersonalLinkUrl>> = { operation: { id: 'personalLinks.buildUrl', method: 'POST', path: '/personal_links/{id}/urls' }, hasInput: true, make: createWriteMethod }

/** `POST /privacy/exports` */
export const privacyExport: CoreOperation<(input: PrivacySubject, options?: CoreWriteOptions) => Promise<PrivacyExport>> = { operation: { id: 'privacy.export', method: 'POST', path: '/privacy/exports' }, hasInput: true, make: createWriteMethod }

/** `POST /privacy/erasures` */
export const privacyErase: CoreOperation<(input: PrivacySubject, options?: CoreWriteOptions) => Promise<Erasure>> = { operation: { id: 'privacy.erase', method: 'POST', path: '/privacy/erasures' }, hasInput: true, make: createWriteMethod }

/** `POST /webhook_endpoints` */
export const webhookEndpointsCreate: CoreOperation<(input: WebhookEndpointCreate, options?: CoreWriteOptions) => Promise<WebhookEndpoint>> = { operation: { id: 'webhookEndpoints.create', method: 'POST', path: '/webhook_endpoints' }, hasInput: true, make: createWriteMethod }

/** `GET /webhook_endpoints` */
export const webhookEndpointsList: CoreOperation<(options?: CoreListOptions) => ListCall<WebhookEndpoint>> = { operation: { id: 'webhookEndpoints.list', method: 'GET', path: '/webhook_endpoints' }, make: createListMethod }

/** `GET /webhook_endpoints/{id}` */
export const webhookEndpointsGet: CoreOperation<(id: `we_${string}`, options?: CoreCallOptions) => Promise<WebhookEndpoint>> = { operation: { id: 'webhookEndpoints.get', method: 'GET', path: '/webhook_endpoints/{id}' }, make: createReadMethod }

/** `PATCH /webhook_endpoints/{id}` */
export const webhookEndpointsUpdate: CoreOperation<(id: `we_${string}`, input?: WebhookEndpointUpdate, options?: CoreWriteOptions) => Promise<WebhookEndpoint>> = { operation: { id: 'webhookEndpoints.update', method: 'PATCH', path: '/webhook_endpoints/{id}' }, hasInput: true, make: createWriteMethod }

/** `DELETE /webhook_endpoints/{id}` */
export const webhookEndpointsDelete: CoreOperation<(id: `we_${string}`, options?: CoreWriteOptions) => Promise<WebhookEndpointDeleted>> = { operation: { id: 'webhookEndpoints.delete', method: 'DELETE', path: '/webhook_endpoints/{id}' }, make: createWriteMethod }

/** `POST /webhook_endpoints/{id}/test` */
export const webhookEndpointsTest: CoreOperation<(id: `we_${string}`, options?: CoreWriteOptions) => Promise<WebhookTest>> = { operation: { id: 'webhookEndpoints.test', method: 'POST', path: '/webhook_endpoints/{id}/test' }, make: createWriteMethod }

/** `POST /webhook_endpoints/{id}/rotate_secret` */
export const webhookEndpointsRotateSecret: CoreOperation<(id: `we_${string}`, options?: CoreWriteOptions) => Promise<WebhookEndpoint>> = { operation: { id: 'webhookEndpoints.rotateSecret', method: 'POST', path: '/webhook_endpoints/{id}/rotate_secret' }, make: createWriteMethod }

/** `GET /webhook_endpoints/{id}/deliveries` */
export const webhookEndpointsListDeliveries: CoreOperation<(id: `we_${string}`, query?: WebhookEndpointsListDeliveriesQuery, options?: CoreListOptions) => ListCall<WebhookDelivery>> = { operation: { id: 'webhookEndpoints.listDeliveries', method: 'GET', path: '/webhook_endpoints/{id}/deliveries' }, hasInput: true, paged: true, make: createListMethod }

/** `POST /webhook_endpoints/{id}/deliveries/{delivery_id}/redeliver` */
export const webhookEndpointsRedeliver: CoreOperation<(id: `we_${string}`, deliveryId: `whd_${string}`, options?: CoreWriteOptions) => Promise<WebhookDelivery>> = { operation: { id: 'webhookEndpoints.redeliver', method: 'POST', path: '/webhook_endpoints/{id}/deliveries/{delivery_id}/redeliver' }, make: createWriteMethod }

/** `GET /workspace` */
export const workspaceGet: CoreOperation<(options?: CoreCallOptions) => Promise<Workspace>> = { operation: { id: 'workspace.get', method: 'GET', path: '/workspace' }, make: createReadMethod }
