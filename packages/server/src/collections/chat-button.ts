import type { ChatButton, Id } from '@doorkit/models'
import { collection, type TypedRow } from './collection.ts'
import { type ColumnsOf, plain } from './declaration.ts'

/** Everything about a button but its id. */
export type ChatButtonData = Omit<ChatButton, 'id' | 'object'>

const chatButtonKeys = { workspace: 'text', created_at: 'integer' } as const
type ChatButtonKeys = ColumnsOf<typeof chatButtonKeys>

/** Chat buttons. */
export const chatButtons = collection<ChatButtonKeys, ChatButtonData>({
  name: 'chat_buttons',
  keys: chatButtonKeys,
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

export type StoredChatButton = TypedRow<ChatButtonKeys, ChatButtonData>

/** A button of which nothing is said: of each choice the first. */
export const plainChatButton: ChatButtonData = {
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

/** The wire's form of a button. */
export function toChatButton({ id, data }: Pick<StoredChatButton, 'id' | 'data'>): ChatButton {
  return { id: id as Id<'chatButton'>, object: 'chat_button', ...data }
}
