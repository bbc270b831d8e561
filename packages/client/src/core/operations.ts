// biome-ignore-all format: written by test/routes.test.ts from the contract; `vitest -u` writes it anew.
import type { Client } from '../client.ts'
import { createListMethod } from '../list-method.ts'
import { createMethod } from '../method.ts'
import { createStreamMethod } from '../stream-method.ts'
import type { CoreOperation } from './core-operation.ts'

/** `GET /agent` */
export const agentGet: CoreOperation<Client['agent']['get']> = { id: 'agent.get', line: 'GET /agent', make: createMethod }

/** `PATCH /agent` */
export const agentUpdate: CoreOperation<Client['agent']['update']> = { id: 'agent.update', line: 'PATCH /agent body', make: createMethod }

/** `GET /analytics` */
export const analyticsGet: CoreOperation<Client['analytics']['get']> = { id: 'analytics.get', line: 'GET /analytics query', make: createMethod }

/** `GET /appearance` */
export const appearanceGet: CoreOperation<Client['appearance']['get']> = { id: 'appearance.get', line: 'GET /appearance', make: createMethod }

/** `PATCH /appearance` */
export const appearanceUpdate: CoreOperation<Client['appearance']['update']> = { id: 'appearance.update', line: 'PATCH /appearance body', make: createMethod }

/** `GET /chat_buttons` */
export const chatButtonsList: CoreOperation<Client['chatButtons']['list']> = { id: 'chatButtons.list', line: 'GET /chat_buttons list', make: createListMethod }

/** `POST /chat_buttons` */
export const chatButtonsCreate: CoreOperation<Client['chatButtons']['create']> = { id: 'chatButtons.create', line: 'POST /chat_buttons body', make: createMethod }

/** `GET /chat_buttons/{id}` */
export const chatButtonsGet: CoreOperation<Client['chatButtons']['get']> = { id: 'chatButtons.get', line: 'GET /chat_buttons/{id}', make: createMethod }

/** `PATCH /chat_buttons/{id}` */
export const chatButtonsUpdate: CoreOperation<Client['chatButtons']['update']> = { id: 'chatButtons.update', line: 'PATCH /chat_buttons/{id} body', make: createMethod }

/** `DELETE /chat_buttons/{id}` */
export const chatButtonsDelete: CoreOperation<Client['chatButtons']['delete']> = { id: 'chatButtons.delete', line: 'DELETE /chat_buttons/{id}', make: createMethod }

/** `POST /chat/sessions` */
export const chatSessionsCreate: CoreOperation<Client['chatSessions']['create']> = { id: 'chatSessions.create', line: 'POST /chat/sessions body', make: createMethod }

/** `GET /chat/sessions/{id}` */
export const chatSessionsGet: CoreOperation<Client['chatSessions']['get']> = { id: 'chatSessions.get', line: 'GET /chat/sessions/{id}', make: createMethod }

/** `POST /chat/sessions/{id}/messages` */
export const chatSessionsSend: CoreOperation<Client['chatSessions']['send']> = { id: 'chatSessions.send', line: 'POST /chat/sessions/{id}/messages stream body heavy', make: createMethod }

/** `POST /chat/sessions/{id}/messages` */
export const chatSessionsStream: CoreOperation<Client['chatSessions']['stream']> = { id: 'chatSessions.stream', line: 'POST /chat/sessions/{id}/messages stream body heavy', make: createStreamMethod }

/** `GET /contacts` */
export const contactsList: CoreOperation<Client['contacts']['list']> = { id: 'contacts.list', line: 'GET /contacts list query paged', make: createListMethod }

/** `GET /contacts/{id}` */
export const contactsGet: CoreOperation<Client['contacts']['get']> = { id: 'contacts.get', line: 'GET /contacts/{id}', make: createMethod }

/** `POST /contacts` */
export const contactsUpsert: CoreOperation<Client['contacts']['upsert']> = { id: 'contacts.upsert', line: 'POST /contacts body', make: createMethod }

/** `PATCH /contacts/{id}` */
export const contactsUpdate: CoreOperation<Client['contacts']['update']> = { id: 'contacts.update', line: 'PATCH /contacts/{id} body', make: createMethod }

/** `DELETE /contacts/{id}` */
export const contactsDelete: CoreOperation<Client['contacts']['delete']> = { id: 'contacts.delete', line: 'DELETE /contacts/{id}', make: createMethod }

/** `GET /conversations` */
export const conversationsList: CoreOperation<Client['conversations']['list']> = { id: 'conversations.list', line: 'GET /conversations list query paged', make: createListMethod }

/** `GET /conversations/{id}` */
export const conversationsGet: CoreOperation<Client['conversations']['get']> = { id: 'conversations.get', line: 'GET /conversations/{id} query', make: createMethod }

/** `GET /events` */
export const eventsList: CoreOperation<Client['events']['list']> = { id: 'events.list', line: 'GET /events list query paged', make: createListMethod }

/** `GET /events/{id}` */
export const eventsGet: CoreOperation<Client['events']['get']> = { id: 'events.get', line: 'GET /events/{id}', make: createMethod }

/** `POST /events/{id}/redeliver` */
export const eventsRedeliver: CoreOperation<Client['events']['redeliver']> = { id: 'events.redeliver', line: 'POST /events/{id}/redeliver', make: createMethod }

/** `GET /experiments` */
export const experimentsList: CoreOperation<Client['experiments']['list']> = { id: 'experiments.list', line: 'GET /experiments list query paged', make: createListMethod }

/** `POST /experiments` */
export const experimentsCreate: CoreOperation<Client['experiments']['create']> = { id: 'experiments.create', line: 'POST /experiments body', make: createMethod }

/** `GET /experiments/{id}` */
export const experimentsGet: CoreOperation<Client['experiments']['get']> = { id: 'experiments.get', line: 'GET /experiments/{id}', make: createMethod }

/** `POST /experiments/{id}/start` */
export const experimentsStart: CoreOperation<Client['experiments']['start']> = { id: 'experiments.start', line: 'POST /experiments/{id}/start', make: createMethod }

/** `POST /experiments/{id}/pause` */
export const experimentsPause: CoreOperation<Client['experiments']['pause']> = { id: 'experiments.pause', line: 'POST /experiments/{id}/pause', make: createMethod }

/** `POST /experiments/{id}/resume` */
export const experimentsResume: CoreOperation<Client['experiments']['resume']> = { id: 'experiments.resume', line: 'POST /experiments/{id}/resume', make: createMethod }

/** `POST /experiments/{id}/stop` */
export const experimentsStop: CoreOperation<Client['experiments']['stop']> = { id: 'experiments.stop', line: 'POST /experiments/{id}/stop', make: createMethod }

/** `POST /experiments/{id}/variants` */
export const experimentsProposeVariant: CoreOperation<Client['experiments']['proposeVariant']> = { id: 'experiments.proposeVariant', line: 'POST /experiments/{id}/variants body', make: createMethod }

/** `POST /experiments/{id}/promote` */
export const experimentsPromote: CoreOperation<Client['experiments']['promote']> = { id: 'experiments.promote', line: 'POST /experiments/{id}/promote body', make: createMethod }

/** `POST /experiments/{id}/apply_winner` */
export const experimentsApplyWinner: CoreOperation<Client['experiments']['applyWinner']> = { id: 'experiments.applyWinner', line: 'POST /experiments/{id}/apply_winner', make: createMethod }

/** `POST /knowledge/documents` */
export const knowledgeDocumentsCreate: CoreOperation<Client['knowledgeDocuments']['create']> = { id: 'knowledgeDocuments.create', line: 'POST /knowledge/documents body heavy', make: createMethod }

/** `GET /knowledge/documents` */
export const knowledgeDocumentsList: CoreOperation<Client['knowledgeDocuments']['list']> = { id: 'knowledgeDocuments.list', line: 'GET /knowledge/documents list query paged', make: createListMethod }

/** `GET /knowledge/documents/{id}` */
export const knowledgeDocumentsGet: CoreOperation<Client['knowledgeDocuments']['get']> = { id: 'knowledgeDocuments.get', line: 'GET /knowledge/documents/{id}', make: createMethod }

/** `PATCH /knowledge/documents/{id}` */
export const knowledgeDocumentsUpdate: CoreOperation<Client['knowledgeDocuments']['update']> = { id: 'knowledgeDocuments.update', line: 'PATCH /knowledge/documents/{id} body heavy', make: createMethod }

/** `DELETE /knowledge/documents/{id}` */
export const knowledgeDocumentsDelete: CoreOperation<Client['knowledgeDocuments']['delete']> = { id: 'knowledgeDocuments.delete', line: 'DELETE /knowledge/documents/{id}', make: createMethod }

/** `POST /knowledge/sources` */
export const knowledgeSourcesCreate: CoreOperation<Client['knowledgeSources']['create']> = { id: 'knowledgeSources.create', line: 'POST /knowledge/sources body', make: createMethod }

/** `GET /knowledge/sources` */
export const knowledgeSourcesList: CoreOperation<Client['knowledgeSources']['list']> = { id: 'knowledgeSources.list', line: 'GET /knowledge/sources list query paged', make: createListMethod }

/** `GET /knowledge/sources/{id}` */
export const knowledgeSourcesGet: CoreOperation<Client['knowledgeSources']['get']> = { id: 'knowledgeSources.get', line: 'GET /knowledge/sources/{id}', make: createMethod }

/** `DELETE /knowledge/sources/{id}` */
export const knowledgeSourcesDelete: CoreOperation<Client['knowledgeSources']['delete']> = { id: 'knowledgeSources.delete', line: 'DELETE /knowledge/sources/{id}', make: createMethod }

/** `POST /knowledge/sources/{id}/refresh` */
export const knowledgeSourcesRefresh: CoreOperation<Client['knowledgeSources']['refresh']> = { id: 'knowledgeSources.refresh', line: 'POST /knowledge/sources/{id}/refresh heavy', make: createMethod }

/** `GET /link_greetings` */
export const linkGreetingsList: CoreOperation<Client['linkGreetings']['list']> = { id: 'linkGreetings.list', line: 'GET /link_greetings list query paged', make: createListMethod }

/** `POST /link_greetings` */
export const linkGreetingsCreate: CoreOperation<Client['linkGreetings']['create']> = { id: 'linkGreetings.create', line: 'POST /link_greetings body', make: createMethod }

/** `GET /link_greetings/{id}` */
export const linkGreetingsGet: CoreOperation<Client['linkGreetings']['get']> = { id: 'linkGreetings.get', line: 'GET /link_greetings/{id}', make: createMethod }

/** `PATCH /link_greetings/{id}` */
export const linkGreetingsUpdate: CoreOperation<Client['linkGreetings']['update']> = { id: 'linkGreetings.update', line: 'PATCH /link_greetings/{id} body', make: createMethod }

/** `DELETE /link_greetings/{id}` */
export const linkGreetingsDelete: CoreOperation<Client['linkGreetings']['delete']> = { id: 'linkGreetings.delete', line: 'DELETE /link_greetings/{id}', make: createMethod }

/** `GET /me` */
export const meGet: CoreOperation<Client['me']['get']> = { id: 'me.get', line: 'GET /me', make: createMethod }

/** `GET /meetings` */
export const meetingsList: CoreOperation<Client['meetings']['list']> = { id: 'meetings.list', line: 'GET /meetings list query paged', make: createListMethod }

/** `GET /meetings/{id}` */
export const meetingsGet: CoreOperation<Client['meetings']['get']> = { id: 'meetings.get', line: 'GET /meetings/{id}', make: createMethod }

/** `GET /personal_links` */
export const personalLinksList: CoreOperation<Client['personalLinks']['list']> = { id: 'personalLinks.list', line: 'GET /personal_links list query paged', make: createListMethod }

/** `POST /personal_links` */
export const personalLinksCreate: CoreOperation<Client['personalLinks']['create']> = { id: 'personalLinks.create', line: 'POST /personal_links body', make: createMethod }

/** `GET /personal_links/{id}` */
export const personalLinksGet: CoreOperation<Client['personalLinks']['get']> = { id: 'personalLinks.get', line: 'GET /personal_links/{id}', make: createMethod }

/** `PATCH /personal_links/{id}` */
export const personalLinksUpdate: CoreOperation<Client['personalLinks']['update']> = { id: 'personalLinks.update', line: 'PATCH /personal_links/{id} body', make: createMethod }

/** `DELETE /personal_links/{id}` */
export const personalLinksDelete: CoreOperation<Client['personalLinks']['delete']> = { id: 'personalLinks.delete', line: 'DELETE /personal_links/{id}', make: createMethod }

/** `POST /personal_links/{id}/urls` */
export const personalLinksBuildUrl: CoreOperation<Client['personalLinks']['buildUrl']> = { id: 'personalLinks.buildUrl', line: 'POST /personal_links/{id}/urls body', make: createMethod }

/** `POST /privacy/exports` */
export const privacyExport: CoreOperation<Client['privacy']['export']> = { id: 'privacy.export', line: 'POST /privacy/exports body heavy', make: createMethod }

/** `POST /privacy/erasures` */
export const privacyErase: CoreOperation<Client['privacy']['erase']> = { id: 'privacy.erase', line: 'POST /privacy/erasures body', make: createMethod }

/** `POST /webhook_endpoints` */
export const webhookEndpointsCreate: CoreOperation<Client['webhookEndpoints']['create']> = { id: 'webhookEndpoints.create', line: 'POST /webhook_endpoints body', make: createMethod }

/** `GET /webhook_endpoints` */
export const webhookEndpointsList: CoreOperation<Client['webhookEndpoints']['list']> = { id: 'webhookEndpoints.list', line: 'GET /webhook_endpoints list', make: createListMethod }

/** `GET /webhook_endpoints/{id}` */
export const webhookEndpointsGet: CoreOperation<Client['webhookEndpoints']['get']> = { id: 'webhookEndpoints.get', line: 'GET /webhook_endpoints/{id}', make: createMethod }

/** `PATCH /webhook_endpoints/{id}` */
export const webhookEndpointsUpdate: CoreOperation<Client['webhookEndpoints']['update']> = { id: 'webhookEndpoints.update', line: 'PATCH /webhook_endpoints/{id} body', make: createMethod }

/** `DELETE /webhook_endpoints/{id}` */
export const webhookEndpointsDelete: CoreOperation<Client['webhookEndpoints']['delete']> = { id: 'webhookEndpoints.delete', line: 'DELETE /webhook_endpoints/{id}', make: createMethod }

/** `POST /webhook_endpoints/{id}/test` */
export const webhookEndpointsTest: CoreOperation<Client['webhookEndpoints']['test']> = { id: 'webhookEndpoints.test', line: 'POST /webhook_endpoints/{id}/test heavy', make: createMethod }

/** `POST /webhook_endpoints/{id}/rotate_secret` */
export const webhookEndpointsRotateSecret: CoreOperation<Client['webhookEndpoints']['rotateSecret']> = { id: 'webhookEndpoints.rotateSecret', line: 'POST /webhook_endpoints/{id}/rotate_secret', make: createMethod }

/** `GET /webhook_endpoints/{id}/deliveries` */
export const webhookEndpointsListDeliveries: CoreOperation<Client['webhookEndpoints']['listDeliveries']> = { id: 'webhookEndpoints.listDeliveries', line: 'GET /webhook_endpoints/{id}/deliveries list query paged', make: createListMethod }

/** `POST /webhook_endpoints/{id}/deliveries/{delivery_id}/redeliver` */
export const webhookEndpointsRedeliver: CoreOperation<Client['webhookEndpoints']['redeliver']> = { id: 'webhookEndpoints.redeliver', line: 'POST /webhook_endpoints/{id}/deliveries/{delivery_id}/redeliver', make: createMethod }

/** `GET /workspace` */
export const workspaceGet: CoreOperation<Client['workspace']['get']> = { id: 'workspace.get', line: 'GET /workspace', make: createMethod }
