import { bookings, type StoredBooking } from '../collections/booking.ts'
import { meetings, type StoredMeeting } from '../collections/meeting.ts'
import { commitChange } from '../kit/commit-change.ts'
import type { Services } from '../kit/services.ts'

/** Removes a person from an attempt to book, or from a booking over a link; its row stays. */
export async function eraseBooking(
  services: Services,
  { id, keys: { workspace } }: StoredBooking,
): Promise<void> {
  await commitChange(services, workspace, async () => {
    const row = await bookings.get(services.store, id)
    if (!row) return { ops: [], reply: null }
    const patch = { set: { email: null }, data: { ...row.data, name: null } }
    return { ops: [bookings.patch(id, patch, { ifRev: row.rev })], reply: null }
  })
}

/** Removes a person from a meeting, and the provider's links to it; its row and times stay. */
export function eraseMeeting(services: Services, meeting: StoredMeeting): Promise<void> {
  return changeMeeting(services, meeting, ({ data }, updated_at) => {
    const links = { join_url: null, reschedule_url: null, cancel_url: null }
    return {
      set: { updated_at, invitee_email: null },
      data: { ...data, ...links, contact: null, invitee_name: null },
    }
  })
}

/** Takes a contact from a meeting to which somebody else was invited. */
export function detachMeeting(services: Services, meeting: StoredMeeting): Promise<void> {
  return changeMeeting(services, meeting, ({ data }, updated_at) => ({
    set: { updated_at },
    data: { ...data, contact: null },
  }))
}

async function changeMeeting(
  services: Services,
  { id, keys: { workspace } }: StoredMeeting,
  change: (meeting: StoredMeeting, at: number) => Parameters<typeof meetings.patch>[1],
): Promise<void> {
  await commitChange(services, workspace, async (at) => {
    const row = await meetings.get(services.store, id)
    if (!row) return { ops: [], reply: null }
    return { ops: [meetings.patch(id, change(row, at), { ifRev: row.rev })], reply: null }
  })
}
