// biome-ignore-all format: written by test/routes.test.ts from the contract; `vitest -u` writes it anew.
import type { Routes } from './route.ts'

/** Every operation of the contract, without its schemas: what the client needs at run time. */
export const routes: Routes = {
  agent: {
    get: 'GET /agent',
    update: 'PATCH /agent body',
  },
  analytics: {
    get: 'GET /analytics query',
  },
  appearance: {
    get: 'GET /appearance',
    update: 'PATCH /appearance body',
  },
  chatButtons: {
    list: 'GET /chat_buttons list',
    create: 'POST /chat_buttons body',
    get: 'GET /chat_buttons/{id}',
    update: 'PATCH /chat_buttons/{id} body',
    delete: 'DELETE /chat_buttons/{id}',
  },
  chatSessions: {
    create: 'POST /chat/sessions body',
    get: 'GET /chat/sessions/{id}',
    send: 'POST /chat/sessions/{id}/messages stream body heavy',
  },
  contacts: {
    list: 'GET /contacts list query paged',
    get: 'GET /contacts/{id}',
    upsert: 'POST /contacts body',
    update: 'PATCH /contacts/{id} body',
    delete: 'DELETE /contacts/{id}',
  },
  conversations: {
    list: 'GET /conversations list query paged',
    get: 'GET /conversations/{id} query',
  },
  events: {
    list: 'GET /events list query paged',
    get: 'GET /events/{id}',
    redeliver: 'POST /events/{id}/redeliver',
  },
  experiments: {
    list: 'GET /experiments list query paged',
    create: 'POST /experiments body',
    get: 'GET /experiments/{id}',
    start: 'POST /experiments/{id}/start',
    pause: 'POST /experiments/{id}/pause',
    resume: 'POST /experiments/{id}/resume',
    stop: 'POST /experiments/{id}/stop',
    proposeVariant: 'POST /experiments/{id}/variants body',
    promote: 'POST /experiments/{id}/promote body',
    applyWinner: 'POST /experiments/{id}/apply_winner',
  },
  knowledgeDocuments: {
    create: 'POST /knowledge/documents body heavy',
    list: 'GET /knowledge/documents list query paged',
    get: 'GET /knowledge/documents/{id}',
    update: 'PATCH /knowledge/documents/{id} body heavy',
    delete: 'DELETE /knowledge/documents/{id}',
  },
  knowledgeSources: {
    create: 'POST /knowledge/sources body',
    list: 'GET /knowledge/sources list query paged',
    get: 'GET /knowledge/sources/{id}',
    delete: 'DELETE /knowledge/sources/{id}',
    refresh: 'POST /knowledge/sources/{id}/refresh heavy',
  },
  linkGreetings: {
    list: 'GET /link_greetings list query paged',
    create: 'POST /link_greetings body',
    get: 'GET /link_greetings/{id}',
    update: 'PATCH /link_greetings/{id} body',
    delete: 'DELETE /link_greetings/{id}',
  },
  me: {
    get: 'GET /me',
  },
  meetings: {
    list: 'GET /meetings list query paged',
    get: 'GET /meetings/{id}',
  },
  personalLinks: {
    list: 'GET /personal_links list query paged',
    create: 'POST /personal_links body',
    get: 'GET /personal_links/{id}',
    update: 'PATCH /personal_links/{id} body',
    delete: 'DELETE /personal_links/{id}',
    buildUrl: 'POST /personal_links/{id}/urls body',
  },
  privacy: {
    export: 'POST /privacy/exports body heavy',
    erase: 'POST /privacy/erasures body',
  },
  webhookEndpoints: {
    create: 'POST /webhook_endpoints body',
    list: 'GET /webhook_endpoints list',
    get: 'GET /webhook_endpoints/{id}',
    update: 'PATCH /webhook_endpoints/{id} body',
    delete: 'DELETE /webhook_endpoints/{id}',
    test: 'POST /webhook_endpoints/{id}/test heavy',
    rotateSecret: 'POST /webhook_endpoints/{id}/rotate_secret',
    listDeliveries: 'GET /webhook_endpoints/{id}/deliveries list query paged',
    redeliver: 'POST /webhook_endpoints/{id}/deliveries/{delivery_id}/redeliver',
  },
  workspace: {
    get: 'GET /workspace',
  },
}

/** Whether a refusal with one of these codes may be sent again, where its status says otherwise. */
export const retryExceptions: ReadonlyMap<string, boolean> = new Map([
  ['idempotency_key_in_use', true],
  ['quota_exceeded', false],
])

/** The version of the API that the types describe. */
export const apiVersion = '2026-10-12'

/** The most items on one page of a list. */
export const largestPage = 100

/** The version of this package. */
export const clientVersion = '0.1.0'
