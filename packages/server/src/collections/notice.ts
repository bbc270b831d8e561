import type { Notice } from '../ports/notify.ts'
import { collection } from './collection.ts'
import { orNull, plain, type StoredRow } from './declare-collection.ts'

interface NoticeData {
  readonly type: Notice['type']
  readonly conversation: string
  readonly message: string | null
}

const noticeColumns = {
  workspace: 'text',
  created_at: 'integer',
  attempts: 'integer',
  due_at: orNull('integer'),
  /** The fencing token of the worker that passes the notice to the host. */
  lease: orNull('text'),
} as const

/** Notices that the host has not received yet, by the ids of their events. */
export const notices = collection<typeof noticeColumns, NoticeData>({
  name: 'notices',
  columns: noticeColumns,
  indexes: [
    { name: 'notices_due', on: ['due_at', 'workspace'] },
    { name: 'notices_due_workspace', on: ['workspace', 'due_at'] },
  ],
  retention: 'until done',
  fields: plain('type', 'conversation', 'message'),
})

export type StoredNotice = StoredRow<typeof noticeColumns, NoticeData>
