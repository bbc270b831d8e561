import type { Services } from '../kit/services.ts'
import { type BookingRecorder, bookingRecorder } from './bookings.ts'
import { type ConversationRecorder, conversationRecorder } from './conversations.ts'
import { type ExperimentRecorder, experimentRecorder } from './experiments.ts'
import { type KnowledgeRecorder, knowledgeRecorder } from './knowledge.ts'
import { type MeetingRecorder, meetingRecorder } from './meetings.ts'
import { createRecordOnce } from './record-once.ts'
import { type VisitRecorder, visitRecorder } from './visits.ts'

/**
 * The reports of the site, the calendar and the grader about one workspace. Every call is checked,
 * can be repeated under a key of the host, and is one commit with its events and its counts.
 * Calls throw a `KitError` for what they refuse.
 */
export interface Recorder {
  /** Visits of the website. */
  readonly visits: VisitRecorder
  /** Chats that the site holds by itself, and what came of any chat. */
  readonly conversations: ConversationRecorder
  /** Meetings, as the calendar knows them. */
  readonly meetings: MeetingRecorder
  /** Attempts to book, and bookings by a personal link. */
  readonly bookings: BookingRecorder
  /** The facts about visitors of an opening test. */
  readonly experiments: ExperimentRecorder
  /** Pages that the host reads by itself. */
  readonly knowledge: KnowledgeRecorder
}

/** Makes the {@link Recorder} of a workspace. */
export function createRecorder(ready: () => Promise<Services>, workspace: string): Recorder {
  const record = createRecordOnce(ready, workspace)
  return {
    visits: visitRecorder(record, workspace, ready),
    conversations: conversationRecorder(record, workspace),
    meetings: meetingRecorder(record, workspace),
    bookings: bookingRecorder(record, workspace),
    experiments: experimentRecorder(record, workspace, ready),
    knowledge: knowledgeRecorder(record, workspace),
  }
}
