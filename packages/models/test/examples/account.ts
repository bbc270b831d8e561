import type { ApiKeyIdentity, Problem, Workspace } from '../../src/index.ts'
import { created } from './moments.ts'

/** The workspace, its API key, and a problem. */
export const accountExamples = {
  ApiKeyIdentity: {
    object: 'api_key_identity',
    key: 'key_1',
    name: 'CRM',
    kind: 'secret_key',
    mode: 'live',
    scopes: ['contacts:write'],
    workspace: 'ws_1',
  } satisfies ApiKeyIdentity,
  Problem: {
    type: 'https://doorkit.dev/docs/api#conflict',
    title: 'Conflict',
    status: 409,
    code: 'conflict',
    detail: 'The external_id belongs to another contact.',
    param: 'external_id',
    request_id: 'req_1',
  } satisfies Problem,
  Workspace: {
    id: 'ws_1',
    object: 'workspace',
    name: 'Acme',
    website: 'https://acme.example',
    plan: 'origin',
    mode: 'test',
    timezone: 'Europe/London',
    limits: {
      requests_per_minute: 120,
      heavy_requests_per_minute: 10,
      chat_sessions_per_month: null,
      webhook_endpoints: 16,
      chat_buttons: 20,
    },
    usage: { chat_sessions_this_month: 0 },
    created_at: created,
  } satisfies Workspace,
}
