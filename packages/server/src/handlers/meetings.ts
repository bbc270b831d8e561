import { flag } from '../collections/collection.ts'
import { meetings as storedMeetings, toMeeting } from '../collections/meeting.ts'
import { finder } from './find-by-id.ts'
import type { Handlers } from './handler-types.ts'
import { page, since } from './list-page.ts'

const find = finder(storedMeetings, 'meeting')

export const meetings: Handlers['meetings'] = {
  list({ query }, context) {
    const showsNames = context.may('contacts:read')
    return page(context, {
      collection: storedMeetings,
      index: 'meetings_by_change',
      where: [
        flag('test', query.include_test ? undefined : false),
        flag('verified', query.verified),
        ...since('updated_at', query.updated_since),
      ],
      query,
      isIncremental: true,
      toItem: (row) => toMeeting(row, { showsNames }),
    })
  },

  get: async ({ id }, context) =>
    toMeeting(await find(context, id), { showsNames: context.may('contacts:read') }),
}
