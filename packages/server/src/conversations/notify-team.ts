import { type Conversation, toTimestamp } from '@doorkit/models'
import { equals } from '../collections/collection.ts'
import { conversations, toConversation } from '../collections/conversation.ts'
import { messages, toMessage } from '../collections/message.ts'
import { notices, type StoredNotice } from '../collections/notice.ts'
import { workspaces } from '../collections/workspace.ts'
import type { Notice } from '../ports/notify.ts'
import { withinTime } from '../ports/time-limit.ts'
import type { Services } from '../services/services.ts'
import { defineStep, type Step } from '../worker/step.ts'
import { teamHours } from './team-state.ts'

const longestCallMs = 30_000
const leaseMs = longestCallMs + 30_000
/** The waits between the attempts at one notice, in milliseconds: half an hour in all. */
const retryMs = [5_000, 30_000, 120_000, 480_000, 1_200_000]

/**
 * Passes each notice to the host's `notify`. A process without `notify` leaves notices to other processes.
 */
export const notifyStep = (hasNotify: boolean): Step =>
  defineStep({
    collection: notices,
    leaseMs,
    concurrency: hasNotify ? 16 : 0,
    isFair: true,
    async work(services, row, { token }) {
      const { store, clock, logger, notify, random } = services
      const { workspace } = row.columns
      const whileHeld = { when: [equals('lease', token)] }
      const removal = notices.remove(workspace, row.id, whileHeld)
      const notice = await readNotice(services, row)
      if (!notice || !notify) {
        await store.commit([removal])
        return 0
      }
      try {
        const late = () => new Error('The callback notify took longer than 30 seconds.')
        const limit = { clock, limitMs: longestCallMs, late }
        await withinTime(limit, async (signal) => notify(notice, { signal }))
      } catch (error) {
        const attempts = row.columns.attempts + 1
        const waitMs = retryMs[attempts - 1]
        const about = { notice: row.id, attempts, error }
        if (waitMs === undefined) {
          logger.error(about, 'The team was not notified: the callback notify failed too often.')
          await store.commit([removal])
          return 0
        }
        logger.warn(about, 'The callback notify failed. It will be called again.')
        const due_at = clock.now() + Math.round(waitMs * (0.9 + 0.2 * random()))
        const set = { attempts, due_at, lease: null }
        await store.commit([notices.patch(workspace, row.id, { set }, whileHeld)])
        return 0
      }
      await store.commit([removal])
      return 1
    },
  })

/** Reads the current content of a notice; null if its conversation was deleted. */
async function readNotice(services: Services, row: StoredNotice): Promise<Notice | null> {
  const { store } = services
  const { workspace, created_at } = row.columns
  const { type, conversation: id, message: messageId } = row.data
  const [conversation, workspaceRow, message] = await Promise.all([
    conversations.get(store, workspace, id),
    workspaces.get(store, workspace),
    messageId === null ? null : messages.get(store, workspace, messageId),
  ])
  if (!conversation || !workspaceRow) return null
  return {
    id: row.id,
    type,
    at: toTimestamp(created_at),
    workspace: { id: workspace, name: workspaceRow.data.name },
    email: workspaceRow.data.agent.handoff.email,
    hours: teamHours(services, workspaceRow),
    conversation: toConversation(conversation, { showsNames: true }) as Conversation,
    message: message && toMessage(message),
  }
}
