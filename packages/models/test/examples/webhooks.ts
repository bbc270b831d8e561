import type {
  EventRedelivery,
  EventType,
  ReferenceData,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointUpdate,
  WebhookEvent,
  WebhookEventOf,
  WebhookTest,
} from '../../src/index.ts'
import { contact } from './contacts.ts'
import { conversation, meeting, message } from './conversations.ts'
import { experiment } from './experiments.ts'
import { source } from './knowledge.ts'
import { changed, created } from './moments.ts'

const event = {
  id: 'evt_1',
  object: 'event',
  type: 'meeting.booked',
  created_at: created,
  api_version: '2026-10-12',
  data: { object: meeting },
} as const satisfies WebhookEvent

/** The `data` of one event of each type. */
export const exampleOfData: {
  [Type in EventType]: Exclude<WebhookEventOf<Type>['data'], { erased: true }>
} = {
  'lead.captured': { object: contact, conversation },
  'handoff.requested': { object: conversation },
  'meeting.booked': { object: meeting },
  'meeting.rescheduled': { object: meeting },
  'meeting.canceled': { object: { ...meeting, status: 'canceled' } },
  'conversation.started': { object: conversation },
  'conversation.completed': { object: conversation },
  'experiment.started': { object: experiment },
  'experiment.winner_found': { object: experiment },
  'contact.deleted': { object: { id: 'ct_1', object: 'contact', deleted: true } },
  'message.created': { object: { ...message, role: 'user' }, conversation },
  'handoff.unanswered': { object: conversation },
  'conversation.deleted': { object: { id: 'conv_1', object: 'conversation', deleted: true } },
  'knowledge.source_failed': { object: source, error: 'HTTP 404' },
  'webhook.test': { object: { endpoint: 'we_1', message: 'It works.' } },
}

/** Events, webhook endpoints and deliveries. */
export const webhookExamples = {
  ErasedData: { erased: true },
  EventRedelivery: {
    object: 'event_redelivery',
    event: 'evt_1',
    deliveries: 2,
  } satisfies EventRedelivery,
  ReferenceData: { object: { id: 'ct_1', object: 'contact' } } satisfies ReferenceData,
  WebhookDelivery: {
    id: 'whd_1',
    object: 'webhook_delivery',
    endpoint: 'we_1',
    event: 'evt_1',
    event_type: 'lead.captured',
    status: 'retrying',
    attempts: 3,
    last_status: 503,
    last_error: null,
    response: 'Try later',
    duration_ms: 120,
    next_attempt_at: changed,
    created_at: created,
    updated_at: changed,
  } satisfies WebhookDelivery,
  WebhookEndpoint: {
    id: 'we_1',
    object: 'webhook_endpoint',
    url: 'https://acme.example/hooks',
    description: '',
    events: ['lead.captured', 'meeting.booked'],
    status: 'disabled',
    disabled_reason: 'gone',
    failing_since: null,
    created_at: created,
    updated_at: changed,
    secret: 'whsec_c2VjcmV0',
  } satisfies WebhookEndpoint,
  WebhookEndpointCreate: {
    url: 'https://acme.example/hooks',
    events: ['*'],
  } satisfies WebhookEndpointCreate,
  WebhookEndpointUpdate: { status: 'enabled' } satisfies WebhookEndpointUpdate,
  WebhookEvent: event,
  WebhookTest: {
    object: 'webhook_test',
    status: null,
    duration_ms: 10_000,
    response: 'No answer within 10 seconds.',
  } satisfies WebhookTest,
}
