// biome-ignore-all format: written by test/routes.test.ts from the contract; `vitest -u` writes it anew.
import type { Client } from '../client.ts'
import { createListMethod } from '../list-method.ts'
import { createReadMethod } from '../method.ts'
import { createSendMethod, createStreamMethod } from '../stream-method.ts'
import { createWriteMethod } from '../write-method.ts'
import type { CoreOperation } from './core-operation.ts'

/** `GET /agent` */
export const agentGet: CoreOperation<Client['agent']['get']> = { operation: { id: 'agent.get', method: 'GET', path: '/agent', heavy: false }, make: createReadMethod }

/** `PATCH /agent` */
export const agentUpdate: CoreOperation<Client['agent']['update']> = { operation: { id: 'agent.update', method: 'PATCH', path: '/agent', heavy: false }, hasInput: true, make: createWriteMethod }

/** `GET /analytics` */
export const analyticsGet: CoreOperation<Client['analytics']['get']> = { operation: { id: 'analytics.get', method: 'GET', path: '/analytics', heavy: false }, hasInput: true, make: createReadMethod }

/** `GET /appearance` */
export const appearanceGet: CoreOperation<Client['appearance']['get']> = { operation: { id: 'appearance.get', method: 'GET', path: '/appearance', heavy: false }, make: createReadMethod }

/** `PATCH /appearance` */
export const appearanceUpdate: CoreOperation<Client['appearance']['update']> = { operation: { id: 'appearance.update', method: 'PATCH', path: '/appearance', heavy: false }, hasInput: true, make: createWriteMethod }

/** `GET /chat_buttons` */
export const chatButtonsList: CoreOperation<Client['chatButtons']['list']> = { operation: { id: 'chatButtons.list', method: 'GET', path: '/chat_buttons', heavy: false }, make: createListMethod }

/** `POST /chat_buttons` */
export const chatButtonsCreate: CoreOperation<Client['chatButtons']['create']> = { operation: { id: 'chatButtons.create', method: 'POST', path: '/chat_buttons', heavy: false }, hasInput: true, make: createWriteMethod }

/** `GET /chat_buttons/{id}` */
export const chatButtonsGet: CoreOperation<Client['chatButtons']['get']> = { operation: { id: 'chatButtons.get', method: 'GET', path: '/chat_buttons/{id}', heavy: false }, make: createReadMethod }

/** `PATCH /chat_buttons/{id}` */
export const chatButtonsUpdate: CoreOperation<Client['chatButtons']['update']> = { operation: { id: 'chatButtons.update', method: 'PATCH', path: '/chat_buttons/{id}', heavy: false }, hasInput: true, make: createWriteMethod }

/** `DELETE /chat_buttons/{id}` */
export const chatButtonsDelete: CoreOperation<Client['chatButtons']['delete']> = { operation: { id: 'chatButtons.delete', method: 'DELETE', path: '/chat_buttons/{id}', heavy: false }, make: createWriteMethod }

/** `POST /chat/sessions` */
export const chatSessionsCreate: CoreOperation<Client['chatSessions']['create']> = { operation: { id: 'chatSessions.create', method: 'POST', path: '/chat/sessions', heavy: false }, hasInput: true, make: createWriteMethod }

/** `GET /chat/sessions/{id}` */
export const chatSessionsGet: CoreOperation<Client['chatSessions']['get']> = { operation: { id: 'chatSessions.get', method: 'GET', path: '/chat/sessions/{id}', heavy: false }, make: createReadMethod }

/** `POST /chat/sessions/{id}/messages` */
export const chatSessionsSend: CoreOperation<Client['chatSessions']['send']> = { operation: { id: 'chatSessions.send', method: 'POST', path: '/chat/sessions/{id}/messages', heavy: true }, hasInput: true, make: createSendMethod }

/** `POST /chat/sessions/{id}/messages` */
export const chatSessionsStream: CoreOperation<Client['chatSessions']['stream']> = { operation: { id: 'chatSessions.stream', method: 'POST', path: '/chat/sessions/{id}/messages', heavy: true }, hasInput: true, make: createStreamMethod }

/** `GET /contacts` */
export const contactsList: CoreOperation<Client['contacts']['list']> = { operation: { id: 'contacts.list', method: 'GET', path: '/contacts', heavy: false }, hasInput: true, paged: true, make: createListMethod }

/** `GET /contacts/{id}` */
export const contactsGet: CoreOperation<Client['contacts']['get']> = { operation: { id: 'contacts.get', method: 'GET', path: '/contacts/{id}', heavy: false }, make: createReadMethod }

/** `POST /contacts` */
export const contactsUpsert: CoreOperation<Client['contacts']['upsert']> = { operation: { id: 'contacts.upsert', method: 'POST', path: '/contacts', heavy: false }, hasInput: true, make: createWriteMethod }

/** `PATCH /contacts/{id}` */
export const contactsUpdate: CoreOperation<Client['contacts']['update']> = { operation: { id: 'contacts.update', method: 'PATCH', path: '/contacts/{id}', heavy: false }, hasInput: true, make: createWriteMethod }

/** `DELETE /contacts/{id}` */
export const contactsDelete: CoreOperation<Client['contacts']['delete']> = { operation: { id: 'contacts.delete', method: 'DELETE', path: '/contacts/{id}', heavy: false }, make: createWriteMethod }

/** `GET /conversations` */
export const conversationsList: CoreOperation<Client['conversations']['list']> = { operation: { id: 'conversations.list', method: 'GET', path: '/conversations', heavy: false }, hasInput: true, paged: true, make: createListMethod }

/** `GET /conversations/{id}` */
export const conversationsGet: CoreOperation<Client['conversations']['get']> = { operation: { id: 'conversations.get', method: 'GET', path: '/conversations/{id}', heavy: false }, hasInput: true, make: createReadMethod }

/** `GET /events` */
export const eventsList: CoreOperation<Client['events']['list']> = { operation: { id: 'events.list', method: 'GET', path: '/events', heavy: false }, hasInput: true, paged: true, make: createListMethod }

/** `GET /events/{id}` */
export const eventsGet: CoreOperation<Client['events']['get']> = { operation: { id: 'events.get', method: 'GET', path: '/events/{id}', heavy: false }, make: createReadMethod }

/** `POST /events/{id}/redeliver` */
export const eventsRedeliver: CoreOperation<Client['events']['redeliver']> = { operation: { id: 'events.redeliver', method: 'POST', path: '/events/{id}/redeliver', heavy: false }, make: createWriteMethod }

/** `GET /experiments` */
export const experimentsList: CoreOperation<Client['experiments']['list']> = { operation: { id: 'experiments.list', method: 'GET', path: '/experiments', heavy: false }, hasInput: true, paged: true, make: createListMethod }

/** `POST /experiments` */
export const experimentsCreate: CoreOperation<Client['experiments']['create']> = { operation: { id: 'experiments.create', method: 'POST', path: '/experiments', heavy: false }, hasInput: true, make: createWriteMethod }

/** `GET /experiments/{id}` */
export const experimentsGet: CoreOperation<Client['experiments']['get']> = { operation: { id: 'experiments.get', method: 'GET', path: '/experiments/{id}', heavy: false }, make: createReadMethod }

/** `POST /experiments/{id}/start` */
export const experimentsStart: CoreOperation<Client['experiments']['start']> = { operation: { id: 'experiments.start', method: 'POST', path: '/experiments/{id}/start', heavy: false }, make: createWriteMethod }

/** `POST /experiments/{id}/pause` */
export const experimentsPause: CoreOperation<Client['experiments']['pause']> = { operation: { id: 'experiments.pause', method: 'POST', path: '/experiments/{id}/pause', heavy: false }, make: createWriteMethod }

/** `POST /experiments/{id}/resume` */
export const experimentsResume: CoreOperation<Client['experiments']['resume']> = { operation: { id: 'experiments.resume', method: 'POST', path: '/experiments/{id}/resume', heavy: false }, make: createWriteMethod }

/** `POST /experiments/{id}/stop` */
export const experimentsStop: CoreOperation<Client['experiments']['stop']> = { operation: { id: 'experiments.stop', method: 'POST', path: '/experiments/{id}/stop', heavy: false }, make: createWriteMethod }

/** `POST /experiments/{id}/variants` */
export const experimentsProposeVariant: CoreOperation<Client['experiments']['proposeVariant']> = { operation: { id: 'experiments.proposeVariant', method: 'POST', path: '/experiments/{id}/variants', heavy: false }, hasInput: true, make: createWriteMethod }

/** `POST /experiments/{id}/promote` */
export const experimentsPromote: CoreOperation<Client['experiments']['promote']> = { operation: { id: 'experiments.promote', method: 'POST', path: '/experiments/{id}/promote', heavy: false }, hasInput: true, make: createWriteMethod }

/** `POST /experiments/{id}/apply_winner` */
export const experimentsApplyWinner: CoreOperation<Client['experiments']['applyWinner']> = { operation: { id: 'experiments.applyWinner', method: 'POST', path: '/experiments/{id}/apply_winner', heavy: false }, make: createWriteMethod }

/** `POST /knowledge/documents` */
export const knowledgeDocumentsCreate: CoreOperation<Client['knowledgeDocuments']['create']> = { operation: { id: 'knowledgeDocuments.create', method: 'POST', path: '/knowledge/documents', heavy: true }, hasInput: true, make: createWriteMethod }

/** `GET /knowledge/documents` */
export const knowledgeDocumentsList: CoreOperation<Client['knowledgeDocuments']['list']> = { operation: { id: 'knowledgeDocuments.list', method: 'GET', path: '/knowledge/documents', heavy: false }, hasInput: true, paged: true, make: createListMethod }

/** `GET /knowledge/documents/{id}` */
export const knowledgeDocumentsGet: CoreOperation<Client['knowledgeDocuments']['get']> = { operation: { id: 'knowledgeDocuments.get', method: 'GET', path: '/knowledge/documents/{id}', heavy: false }, make: createReadMethod }

/** `PATCH /knowledge/documents/{id}` */
export const knowledgeDocumentsUpdate: CoreOperation<Client['knowledgeDocuments']['update']> = { operation: { id: 'knowledgeDocuments.update', method: 'PATCH', path: '/knowledge/documents/{id}', heavy: true }, hasInput: true, make: createWriteMethod }

/** `DELETE /knowledge/documents/{id}` */
export const knowledgeDocumentsDelete: CoreOperation<Client['knowledgeDocuments']['delete']> = { operation: { id: 'knowledgeDocuments.delete', method: 'DELETE', path: '/knowledge/documents/{id}', heavy: false }, make: createWriteMethod }

/** `POST /knowledge/sources` */
export const knowledgeSourcesCreate: CoreOperation<Client['knowledgeSources']['create']> = { operation: { id: 'knowledgeSources.create', method: 'POST', path: '/knowledge/sources', heavy: false }, hasInput: true, make: createWriteMethod }

/** `GET /knowledge/sources` */
export const knowledgeSourcesList: CoreOperation<Client['knowledgeSources']['list']> = { operation: { id: 'knowledgeSources.list', method: 'GET', path: '/knowledge/sources', heavy: false }, hasInput: true, paged: true, make: createListMethod }

/** `GET /knowledge/sources/{id}` */
export const knowledgeSourcesGet: CoreOperation<Client['knowledgeSources']['get']> = { operation: { id: 'knowledgeSources.get', method: 'GET', path: '/knowledge/sources/{id}', heavy: false }, make: createReadMethod }

/** `DELETE /knowledge/sources/{id}` */
export const knowledgeSourcesDelete: CoreOperation<Client['knowledgeSources']['delete']> = { operation: { id: 'knowledgeSources.delete', method: 'DELETE', path: '/knowledge/sources/{id}', heavy: false }, make: createWriteMethod }

/** `POST /knowledge/sources/{id}/refresh` */
export const knowledgeSourcesRefresh: CoreOperation<Client['knowledgeSources']['refresh']> = { operation: { id: 'knowledgeSources.refresh', method: 'POST', path: '/knowledge/sources/{id}/refresh', heavy: true }, make: createWriteMethod }

/** `GET /link_greetings` */
export const linkGreetingsList: CoreOperation<Client['linkGreetings']['list']> = { operation: { id: 'linkGreetings.list', method: 'GET', path: '/link_greetings', heavy: false }, hasInput: true, paged: true, make: createListMethod }

/** `POST /link_greetings` */
export const linkGreetingsCreate: CoreOperation<Client['linkGreetings']['create']> = { operation: { id: 'linkGreetings.create', method: 'POST', path: '/link_greetings', heavy: false }, hasInput: true, make: createWriteMethod }

/** `GET /link_greetings/{id}` */
export const linkGreetingsGet: CoreOperation<Client['linkGreetings']['get']> = { operation: { id: 'linkGreetings.get', method: 'GET', path: '/link_greetings/{id}', heavy: false }, make: createReadMethod }

/** `PATCH /link_greetings/{id}` */
export const linkGreetingsUpdate: CoreOperation<Client['linkGreetings']['update']> = { operation: { id: 'linkGreetings.update', method: 'PATCH', path: '/link_greetings/{id}', heavy: false }, hasInput: true, make: createWriteMethod }

/** `DELETE /link_greetings/{id}` */
export const linkGreetingsDelete: CoreOperation<Client['linkGreetings']['delete']> = { operation: { id: 'linkGreetings.delete', method: 'DELETE', path: '/link_greetings/{id}', heavy: false }, make: createWriteMethod }

/** `GET /me` */
export const meGet: CoreOperation<Client['me']['get']> = { operation: { id: 'me.get', method: 'GET', path: '/me', heavy: false }, make: createReadMethod }

/** `GET /meetings` */
export const meetingsList: CoreOperation<Client['meetings']['list']> = { operation: { id: 'meetings.list', method: 'GET', path: '/meetings', heavy: false }, hasInput: true, paged: true, make: createListMethod }

/** `GET /meetings/{id}` */
export const meetingsGet: CoreOperation<Client['meetings']['get']> = { operation: { id: 'meetings.get', method: 'GET', path: '/meetings/{id}', heavy: false }, make: createReadMethod }

/** `GET /personal_links` */
export const personalLinksList: CoreOperation<Client['personalLinks']['list']> = { operation: { id: 'personalLinks.list', method: 'GET', path: '/personal_links', heavy: false }, hasInput: true, paged: true, make: createListMethod }

/** `POST /personal_links` */
export const personalLinksCreate: CoreOperation<Client['personalLinks']['create']> = { operation: { id: 'personalLinks.create', method: 'POST', path: '/personal_links', heavy: false }, hasInput: true, make: createWriteMethod }

/** `GET /personal_links/{id}` */
export const personalLinksGet: CoreOperation<Client['personalLinks']['get']> = { operation: { id: 'personalLinks.get', method: 'GET', path: '/personal_links/{id}', heavy: false }, make: createReadMethod }

/** `PATCH /personal_links/{id}` */
export const personalLinksUpdate: CoreOperation<Client['personalLinks']['update']> = { operation: { id: 'personalLinks.update', method: 'PATCH', path: '/personal_links/{id}', heavy: false }, hasInput: true, make: createWriteMethod }

/** `DELETE /personal_links/{id}` */
export const personalLinksDelete: CoreOperation<Client['personalLinks']['delete']> = { operation: { id: 'personalLinks.delete', method: 'DELETE', path: '/personal_links/{id}', heavy: false }, make: createWriteMethod }

/** `POST /personal_links/{id}/urls` */
export const personalLinksBuildUrl: CoreOperation<Client['personalLinks']['buildUrl']> = { operation: { id: 'personalLinks.buildUrl', method: 'POST', path: '/personal_links/{id}/urls', heavy: false }, hasInput: true, make: createWriteMethod }

/** `POST /privacy/exports` */
export const privacyExport: CoreOperation<Client['privacy']['export']> = { operation: { id: 'privacy.export', method: 'POST', path: '/privacy/exports', heavy: true }, hasInput: true, make: createWriteMethod }

/** `POST /privacy/erasures` */
export const privacyErase: CoreOperation<Client['privacy']['erase']> = { operation: { id: 'privacy.erase', method: 'POST', path: '/privacy/erasures', heavy: false }, hasInput: true, make: createWriteMethod }

/** `POST /webhook_endpoints` */
export const webhookEndpointsCreate: CoreOperation<Client['webhookEndpoints']['create']> = { operation: { id: 'webhookEndpoints.create', method: 'POST', path: '/webhook_endpoints', heavy: false }, hasInput: true, make: createWriteMethod }

/** `GET /webhook_endpoints` */
export const webhookEndpointsList: CoreOperation<Client['webhookEndpoints']['list']> = { operation: { id: 'webhookEndpoints.list', method: 'GET', path: '/webhook_endpoints', heavy: false }, make: createListMethod }

/** `GET /webhook_endpoints/{id}` */
export const webhookEndpointsGet: CoreOperation<Client['webhookEndpoints']['get']> = { operation: { id: 'webhookEndpoints.get', method: 'GET', path: '/webhook_endpoints/{id}', heavy: false }, make: createReadMethod }

/** `PATCH /webhook_endpoints/{id}` */
export const webhookEndpointsUpdate: CoreOperation<Client['webhookEndpoints']['update']> = { operation: { id: 'webhookEndpoints.update', method: 'PATCH', path: '/webhook_endpoints/{id}', heavy: false }, hasInput: true, make: createWriteMethod }

/** `DELETE /webhook_endpoints/{id}` */
export const webhookEndpointsDelete: CoreOperation<Client['webhookEndpoints']['delete']> = { operation: { id: 'webhookEndpoints.delete', method: 'DELETE', path: '/webhook_endpoints/{id}', heavy: false }, make: createWriteMethod }

/** `POST /webhook_endpoints/{id}/test` */
export const webhookEndpointsTest: CoreOperation<Client['webhookEndpoints']['test']> = { operation: { id: 'webhookEndpoints.test', method: 'POST', path: '/webhook_endpoints/{id}/test', heavy: true }, make: createWriteMethod }

/** `POST /webhook_endpoints/{id}/rotate_secret` */
export const webhookEndpointsRotateSecret: CoreOperation<Client['webhookEndpoints']['rotateSecret']> = { operation: { id: 'webhookEndpoints.rotateSecret', method: 'POST', path: '/webhook_endpoints/{id}/rotate_secret', heavy: false }, make: createWriteMethod }

/** `GET /webhook_endpoints/{id}/deliveries` */
export const webhookEndpointsListDeliveries: CoreOperation<Client['webhookEndpoints']['listDeliveries']> = { operation: { id: 'webhookEndpoints.listDeliveries', method: 'GET', path: '/webhook_endpoints/{id}/deliveries', heavy: false }, hasInput: true, paged: true, make: createListMethod }

/** `POST /webhook_endpoints/{id}/deliveries/{delivery_id}/redeliver` */
export const webhookEndpointsRedeliver: CoreOperation<Client['webhookEndpoints']['redeliver']> = { operation: { id: 'webhookEndpoints.redeliver', method: 'POST', path: '/webhook_endpoints/{id}/deliveries/{delivery_id}/redeliver', heavy: false }, make: createWriteMethod }

/** `GET /workspace` */
export const workspaceGet: CoreOperation<Client['workspace']['get']> = { operation: { id: 'workspace.get', method: 'GET', path: '/workspace', heavy: false }, make: createReadMethod }
