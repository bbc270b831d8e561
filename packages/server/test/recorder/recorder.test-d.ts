import { expectTypeOf } from 'vitest'
import type {
  ExperimentConversion,
  ExperimentCount,
  KitErrorCode,
  MeetingBook,
  Recorder,
} from '../../src/index.ts'

declare const record: Recorder

const page_url = 'https://acme.example/'

expectTypeOf(record.visits.start).returns.resolves.toBeString()
expectTypeOf(record.visits.openingSeen).returns.resolves.toBeVoid()
expectTypeOf(record.conversations.message).returns.resolves.toBeString()
expectTypeOf(record.experiments.view).returns.resolves.toEqualTypeOf<ExperimentCount>()
expectTypeOf<ExperimentConversion['stage']>().toEqualTypeOf<
  'chats' | 'leads' | 'meetings' | undefined
>()
expectTypeOf<MeetingBook['start_at']>().toEqualTypeOf<number | string | Date>()
expectTypeOf<KitErrorCode>().toEqualTypeOf<
  | 'invalid_input'
  | 'not_found'
  | 'conflict'
  | 'key_reused'
  | 'master_key_mismatch'
  | 'limit_reached'
  | 'store_behind'
  | 'closing'
>()

export const calls = [
  () => record.visits.start({ page_url }, { key: 'one' }),
  // @ts-expect-error a visit has a page
  () => record.visits.start({}),
  // @ts-expect-error a visit has no title
  () => record.visits.start({ page_url, title: 'Prices' }),
  // @ts-expect-error there is no device tablet
  () => record.visits.start({ page_url, device: 'tablet' }),
  // @ts-expect-error a report id is text
  () => record.visits.start({ page_url }, { key: 1 }),
  // @ts-expect-error a message has the role user or assistant
  () => record.conversations.message('conv_1', { role: 'system', text: 'Hello' }),
  // @ts-expect-error a lead has an address
  () => record.conversations.captureLead('conv_1', { first_name: 'Ada' }),
  // @ts-expect-error a meeting has an end
  () => record.meetings.move('mtg_1', { start_at: 1 }),
  // @ts-expect-error a booking through a personal link names the link
  () => record.bookings.viaLink({ status: 'booked' }),
]
