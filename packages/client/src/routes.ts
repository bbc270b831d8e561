// biome-ignore-all format: written by test/routes.test.ts from the contract; `vitest -u` writes it anew.
import type { Routes } from './route.ts'

/** Every operation of the contract, without its schemas: what the client needs at run time. */
export const routes: Routes = {
  agent: {
    get: { method: 'GET', path: '/agent', kind: 'json' },
    update: { method: 'PATCH', path: '/agent', kind: 'json', input: 'body' },
  },
  analytics: {
    get: { method: 'GET', path: '/analytics', kind: 'json', input: 'query' },
  },
  appearance: {
    get: { method: 'GET', path: '/appearance', kind: 'json' },
    update: { method: 'PATCH', path: '/appearance', kind: 'json', input: 'body' },
  },
  chatButtons: {
    list: { method: 'GET', path: '/chat_buttons', kind: 'list' },
    create: { method: 'POST', path: '/chat_buttons', kind: 'json', input: 'body' },
    get: { method: 'GET', path: '/chat_buttons/{id}', kind: 'json' },
    update: { method: 'PATCH', path: '/chat_buttons/{id}', kind: 'json', input: 'body' },
    delete: { method: 'DELETE', path: '/chat_buttons/{id}', kind: 'json' },
  },
  chatSessions: {
    create: { method: 'POST', path: '/chat/sessions', kind: 'json', input: 'body' },
    get: { method: 'GET', path: '/chat/sessions/{id}', kind: 'json' },
    send: { method: 'POST', path: '/chat/sessions/{id}/messages', kind: 'stream', input: 'body', heavy: true },
  },
  contacts: {
    list: { method: 'GET', path: '/contacts', kind: 'list', input: 'query', paged: true },
    get: { method: 'GET', path: '/contacts/{id}', kind: 'json' },
    upsert: { method: 'POST', path: '/contacts', kind: 'json', input: 'body' },
    update: { method: 'PATCH', path: '/contacts/{id}', kind: 'json', input: 'body' },
    delete: { method: 'DELETE', path: '/contacts/{id}', kind: 'json' },
  },
  conversations: {
    list: { method: 'GET', path: '/conversations', kind: 'list', input: 'query', paged: true },
    get: { method: 'GET', path: '/conversations/{id}', kind: 'json', input: 'query' },
  },
  events: {
    list: { method: 'GET', path: '/events', kind: 'list', input: 'query', paged: true },
    get: { method: 'GET', path: '/events/{id}', kind: 'json' },
    redeliver: { method: 'POST', path: '/events/{id}/redeliver', kind: 'json' },
  },
  experiments: {
    list: { method: 'GET', path: '/experiments', kind: 'list', input: 'query', paged: true },
    create: { method: 'POST', path: '/experiments', kind: 'json', input: 'body' },
    get: { method: 'GET', path: '/experiments/{id}', kind: 'json' },
    start: { method: 'POST', path: '/experiments/{id}/start', kind: 'json' },
    pause: { method: 'POST', path: '/experiments/{id}/pause', kind: 'json' },
    resume: { method: 'POST', path: '/experiments/{id}/resume', kind: 'json' },
    stop: { method: 'POST', path: '/experiments/{id}/stop', kind: 'json' },
    proposeVariant: { method: 'POST', path: '/experiments/{id}/variants', kind: 'json', input: 'body' },
    promote: { method: 'POST', path: '/experiments/{id}/promote', kind: 'json', input: 'body' },
    applyWinner: { method: 'POST', path: '/experiments/{id}/apply_winner', kind: 'json' },
  },
  knowledgeDocuments: {
    create: { method: 'POST', path: '/knowledge/documents', kind: 'json', input: 'body', heavy: true },
    list: { method: 'GET', path: '/knowledge/documents', kind: 'list', input: 'query', paged: true },
    get: { method: 'GET', path: '/knowledge/documents/{id}', kind: 'json' },
    update: { method: 'PATCH', path: '/knowledge/documents/{id}', kind: 'json', input: 'body', heavy: true },
    delete: { method: 'DELETE', path: '/knowledge/documents/{id}', kind: 'json' },
  },
  knowledgeSources: {
    create: { method: 'POST', path: '/knowledge/sources', kind: 'json', input: 'body' },
    list: { method: 'GET', path: '/knowledge/sources', kind: 'list', input: 'query', paged: true },
    get: { method: 'GET', path: '/knowledge/sources/{id}', kind: 'json' },
    delete: { method: 'DELETE', path: '/knowledge/sources/{id}', kind: 'json' },
    refresh: { method: 'POST', path: '/knowledge/sources/{id}/refresh', kind: 'json', heavy: true },
  },
  linkGreetings: {
    list: { method: 'GET', path: '/link_greetings', kind: 'list', input: 'query', paged: true },
    create: { method: 'POST', path: '/link_greetings', kind: 'json', input: 'body' },
    get: { method: 'GET', path: '/link_greetings/{id}', kind: 'json' },
    update: { method: 'PATCH', path: '/link_greetings/{id}', kind: 'json', input: 'body' },
    delete: { method: 'DELETE', path: '/link_greetings/{id}', kind: 'json' },
  },
  me: {
    get: { method: 'GET', path: '/me', kind: 'json' },
  },
  meetings: {
    list: { method: 'GET', path: '/meetings', kind: 'list', input: 'query', paged: true },
    get: { method: 'GET', path: '/meetings/{id}', kind: 'json' },
  },
  personalLinks: {
    list: { method: 'GET', path: '/personal_links', kind: 'list', input: 'query', paged: true },
    create: { method: 'POST', path: '/personal_links', kind: 'json', input: 'body' },
    get: { method: 'GET', path: '/personal_links/{id}', kind: 'json' },
    update: { method: 'PATCH', path: '/personal_links/{id}', kind: 'json', input: 'body' },
    delete: { method: 'DELETE', path: '/personal_links/{id}', kind: 'json' },
    buildUrl: { method: 'POST', path: '/personal_links/{id}/urls', kind: 'json', input: 'body' },
  },
  privacy: {
    export: { method: 'POST', path: '/privacy/exports', kind: 'json', input: 'body', heavy: true },
    erase: { method: 'POST', path: '/privacy/erasures', kind: 'json', input: 'body' },
  },
  webhookEndpoints: {
    create: { method: 'POST', path: '/webhook_endpoints', kind: 'json', input: 'body' },
    list: { method: 'GET', path: '/webhook_endpoints', kind: 'list' },
    get: { method: 'GET', path: '/webhook_endpoints/{id}', kind: 'json' },
    update: { method: 'PATCH', path: '/webhook_endpoints/{id}', kind: 'json', input: 'body' },
    delete: { method: 'DELETE', path: '/webhook_endpoints/{id}', kind: 'json' },
    test: { method: 'POST', path: '/webhook_endpoints/{id}/test', kind: 'json', heavy: true },
    rotateSecret: { method: 'POST', path: '/webhook_endpoints/{id}/rotate_secret', kind: 'json' },
    listDeliveries: { method: 'GET', path: '/webhook_endpoints/{id}/deliveries', kind: 'list', input: 'query', paged: true },
    redeliver: { method: 'POST', path: '/webhook_endpoints/{id}/deliveries/{delivery_id}/redeliver', kind: 'json' },
  },
  workspace: {
    get: { method: 'GET', path: '/workspace', kind: 'json' },
  },
}

/** When a request refused with a code may be sent again. */
export const retryRules: Readonly<Record<string, string>> = {
  authentication_required: 'never',
  invalid_api_key: 'never',
  insufficient_scope: 'never',
  payment_required: 'never',
  invalid_request: 'never',
  not_found: 'never',
  conflict: 'reread',
  idempotency_key_reused: 'never',
  idempotency_key_in_use: 'soon',
  rate_limited: 'after',
  quota_exceeded: 'never',
  unsupported_version: 'never',
  feature_disabled: 'never',
  unprocessable: 'never',
  internal_error: 'soon',
}

/** The version of the API that the types describe. */
export const apiVersion = '2026-10-12'

/** The most items on one page of a list. */
export const largestPage = 100

/** The version of this package. */
export const clientVersion = '0.1.0'
