import type { ChatButton, Id } from '@doorkit/models'
import type { Store } from '@doorkit/store'
import { collection, equals } from './collection.ts'
import { plain, type StoredRow } from './declare-collection.ts'
import type { StoredWorkspace } from './workspace.ts'

export type ChatButtonData = Omit<ChatButton, 'id' | 'object'>

const chatButtonColumns = { workspace: 'text', created_at: 'integer' } as const

/** The chat buttons of each workspace. */
export const chatButtons = collection<typeof chatButtonColumns, ChatButtonData>({
  name: 'chat_buttons',
  columns: chatButtonColumns,
  indexes: [{ name: 'chat_buttons_created', on: ['workspace', 'created_at'] }],
  retention: 'until deleted',
  fields: plain(
    'label',
    'message',
    'behavior',
    'style',
    'size',
    'corners',
    'width',
    'colors',
    'link',
    'html',
  ),
})

export type StoredChatButton = StoredRow<typeof chatButtonColumns, ChatButtonData>

/** The values of the fields that a new button leaves out. */
export const defaultChatButton: ChatButtonData = {
  label: '',
  message: '',
  behavior: 'send',
  style: 'brand',
  size: 'sm',
  corners: 'match',
  width: 'auto',
  colors: { background: null, text: null, border: null, hover: null },
  custom: { paddingX: 16, paddingY: 10, fontSize: 14, radius: 8 },
  nofollow: false,
  link: '',
  html: '',
}

/** Reads the chat buttons of a workspace, newest first. */
export function listChatButtons(
  store: Store,
  { id, columns }: StoredWorkspace,
): Promise<StoredChatButton[]> {
  return chatButtons.list(store, {
    index: 'chat_buttons_created',
    where: [equals('workspace', id)],
    dir: 'desc',
    limit: Math.max(1, columns.chat_buttons),
  })
}

export function toChatButton({ id, data }: Pick<StoredChatButton, 'id' | 'data'>): ChatButton {
  return { id: id as Id<'chatButton'>, object: 'chat_button', ...data }
}
