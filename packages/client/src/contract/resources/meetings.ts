// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.
import type { Call } from '../../call/call.ts'
import type { CallOptions, ListOptions } from '../../call/call-options.ts'
import type { ListCall } from '../../list/list-call.ts'
import type { MeetingId } from '../ids.ts'
import type { PageQuery } from './page-query.ts'

/** A meeting booked from the chat. */
export interface Meeting {
  id: `mtg_${string}`
  object: 'meeting'
  status: 'booked' | 'canceled' | (string & {})
  /** Whether the calendar confirmed the booking. */
  verified: boolean
  /** The calendar service, such as `cal.com` or `calendly`. */
  provider: string
  meeting_type: string | null
  /** The member of the team who attends. */
  host: string | null
  /** An ISO 8601 time. */
  start_at: string
  /** An ISO 8601 time. */
  end_at: string
  /** An ISO 8601 time. */
  booked_at: string
  /** An ISO 8601 time. */
  updated_at: string
  /** How many times the meeting was rescheduled. */
  reschedules: number
  join_url: string | null
  reschedule_url: string | null
  cancel_url: string | null
  conversation: `conv_${string}`
  /** Null without contacts:read. */
  contact: `ct_${string}` | null
  /** The name and the email are null without contacts:read. */
  invitee: {
    name: string | null
    email: string | null
  }
  /** True for meetings of preview chats. */
  test: boolean
}

/** The filters of `meetings.list`. */
export interface MeetingsListQuery extends PageQuery {
  /** Only items that changed at this time or later. An ISO 8601 time. */
  updated_since?: string | Date | undefined
  /** True for only the meetings that the calendar confirmed, false for only the others. */
  verified?: boolean | undefined
  /** Includes meetings of preview chats. */
  include_test?: boolean | undefined
}

/** Reading the meetings that were booked from the chat. */
export interface Meetings {
  /**
   * List meetings, most recently changed first.
   *
   * Scope `meetings:read`; retried.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * for await (const { start_at, invitee } of doorkit.meetings.list({ verified: true })) {
   *   console.log(start_at, invitee.email)
   * }
   * ```
   */
  list(query?: MeetingsListQuery, options?: ListOptions): ListCall<Meeting>
  /**
   * Fetch one meeting.
   *
   * Scope `meetings:read`; retried.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { status, start_at, join_url } = await doorkit.meetings.get(meetingId)
   * console.log(status, start_at, join_url ?? 'no address')
   * ```
   */
  get(id: MeetingId | (string & {}), options?: CallOptions): Call<Meeting>
}
