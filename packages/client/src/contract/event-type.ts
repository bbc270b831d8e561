// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.
import type { KnownValue } from './known-values.ts'

/**
 * The type of an event.
 *
 * - `lead.captured`: A visitor left an email address in the chat.
 * - `handoff.requested`: A person was requested, and the visitor began to wait for one.
 * - `meeting.booked`: A meeting was booked from the chat.
 * - `meeting.rescheduled`: A meeting that was booked from the chat was moved.
 * - `meeting.canceled`: A meeting that was booked from the chat was canceled.
 * - `conversation.started`: A visitor sent the first message of a conversation. This event is frequent.
 * - `conversation.completed`: A conversation was graded, usually after nobody had written for a while.
 * - `experiment.started`: An opening test began to show its variants.
 * - `experiment.winner_found`: An opening test found a winner.
 * - `knowledge.source_failed`: A knowledge page could not be read.
 * - `webhook.test`: The test operation of an endpoint was called.
 * - `contact.deleted`: A contact was deleted, or its person was erased.
 * - `message.created`: A visitor wrote to the person who has joined. `*` does not include this event.
 * - `handoff.unanswered`: No person of the team answered in time, and the agent answers again.
 * - `conversation.deleted`: A conversation was deleted, by a request or because of its age. `*` does not include this event.
 */
export type EventType = KnownValue<'EventType'>
