import type { EventType, WebhookEventOf } from './contract.ts'
import {
  contact,
  conversation,
  experiment,
  fixtureTime,
  knowledgeSource,
  meeting,
  transcript,
} from './fixture-objects.ts'

/** The `data` of the fixture of each event type. */
export const fixtureData: {
  [Type in EventType]: WebhookEventOf<Type>['data']
} = {
  'lead.captured': {
    object: contact,
    conversation: {
      ...conversation,
      outcome: 'lead',
      contact: contact.id,
      lead: {
        first_name: contact.first_name,
        last_name: contact.last_name,
        email: contact.email,
        captured_at: fixtureTime,
      },
    },
  },
  'handoff.requested': {
    object: {
      ...conversation,
      ...transcript,
      outcome: 'handoff',
      handoff: { requested_at: fixtureTime, reason: 'Wants to talk to a person.' },
      team: { state: 'waiting', since: fixtureTime, person: null },
    },
  },
  'meeting.booked': { object: meeting },
  'meeting.rescheduled': {
    object: {
      ...meeting,
      start_at: '2026-10-15T13:00:00.000Z',
      end_at: '2026-10-15T13:30:00.000Z',
      updated_at: '2026-10-12T10:00:00.000Z',
      reschedules: 1,
    },
  },
  'meeting.canceled': {
    object: { ...meeting, status: 'canceled', updated_at: '2026-10-12T11:00:00.000Z' },
  },
  'conversation.started': { object: conversation },
  'conversation.completed': {
    object: {
      ...conversation,
      ...transcript,
      evaluation: {
        intent: 'integration',
        buying_stage: 'evaluating',
        qualification_score: 70,
        meeting_intent: 6,
        understood: true,
        failure_category: null,
        abandonment_reason: null,
        recommended_improvement: null,
      },
      completed_at: fixtureTime,
    },
  },
  'experiment.started': { object: experiment },
  'experiment.winner_found': {
    object: {
      ...experiment,
      status: 'winner_found',
      internal_status: 'waiting_for_decision',
      winner: 'var_fixture2',
      verdict: 'better',
      ended_at: fixtureTime,
    },
  },
  'knowledge.source_failed': { object: knowledgeSource, error: 'The page answered 503.' },
  'webhook.test': { object: { endpoint: 'we_fixture', message: 'This is a test.' } },
  'conversation.deleted': {
    object: { id: 'conv_fixture', object: 'conversation', deleted: true },
  },
  'message.created': {
    object: {
      id: 'msg_fixture3',
      role: 'user',
      text: 'Are you there?',
      created_at: fixtureTime,
      tools: [],
    },
    conversation: {
      ...conversation,
      message_count: 3,
      team: {
        state: 'person',
        since: fixtureTime,
        person: { id: 'user-7', name: 'Grace Hopper' },
      },
    },
  },
  'handoff.unanswered': {
    object: {
      ...conversation,
      ...transcript,
      outcome: 'handoff',
      handoff: { requested_at: fixtureTime, reason: 'Wants to talk to a person.' },
      team: { state: 'agent', since: '2026-10-12T09:10:00.000Z', person: null },
    },
  },
  'contact.deleted': { object: { id: contact.id, object: 'contact', deleted: true } },
}
