import type { Services } from '../services/services.ts'
import { type BookingRecorder, bookingRecorder } from './bookings.ts'
import { type ConversationRecorder, conversationRecorder } from './conversations.ts'
import { type ExperimentRecorder, experimentRecorder } from './experiments.ts'
import { type KnowledgeRecorder, knowledgeRecorder } from './knowledge.ts'
import { type MeetingRecorder, meetingRecorder } from './meetings.ts'
import { createRecordOnce } from './record-once.ts'
import { type VisitRecorder, visitRecorder } from './visits.ts'

/**
 * Records the reports of the site, the calendar and the grader about one workspace. Every call checks
 * its input, and is one commit with its events and counts. A call with a report id is safe to repeat. A
 * refused call throws a `KitError`.
 */
export interface Recorder {
  /** Visits of the website. */
  readonly visits: VisitRecorder
  /** Conversations of the site's own chat, and the leads, handoffs and grades of any conversation. */
  readonly conversations: ConversationRecorder
  /** Meetings, as the calendar reports them. */
  readonly meetings: MeetingRecorder
  /** Booking attempts, and bookings through a personal link. */
  readonly bookings: BookingRecorder
  /** Views and conversions of opening tests. */
  readonly experiments: ExperimentRecorder
  /** Knowledge pages that the host reads itself. */
  readonly knowledge: KnowledgeRecorder
}

export function createRecorder(ready: () => Promise<Services>, workspace: string): Recorder {
  const record = createRecordOnce(ready, workspace)
  return {
    visits: visitRecorder(record, workspace, ready),
    conversations: conversationRecorder(record, workspace),
    meetings: meetingRecorder(record, workspace),
    bookings: bookingRecorder(record, workspace),
    experiments: experimentRecorder(record, workspace),
    knowledge: knowledgeRecorder(record, workspace),
  }
}
