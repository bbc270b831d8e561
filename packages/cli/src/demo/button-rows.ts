import {
  type ChatButtonData,
  chatButtons,
  plainChatButton,
  workspaces,
} from '@doorkit/server/internal'
import type { WriteOp } from '@doorkit/server/store'
import type { DemoId } from './demo-ids.ts'

const buttons: readonly ChatButtonData[] = [
  { ...plainChatButton, label: 'Ask about prices', message: 'What does it cost?', size: 'md' },
  {
    ...plainChatButton,
    label: 'See a demo',
    behavior: 'link',
    link: 'https://acme.example/book',
    style: 'custom',
    corners: 'pill',
    colors: { background: '#1f4d3a', text: '#ffffff', border: null, hover: '#2b6b51' },
  },
  {
    ...plainChatButton,
    label: 'Opening hours',
    behavior: 'html',
    html: '<p>We answer from Monday to Friday, 8:00 to 18:00.</p>',
    style: 'outline',
    width: 'full',
  },
]

/** The writes that store the demo's chat buttons and count them on the workspace: one commit. */
export function buttonRows(workspace: string, demoId: DemoId, at: number): WriteOp[] {
  return [
    workspaces.patch(workspace, { add: { chat_buttons: buttons.length } }),
    ...buttons.map((data, position) => {
      const createdAt = at + position
      const id = demoId('chatButton', data.label, createdAt)
      return chatButtons.insert(id, { workspace, created_at: createdAt }, data)
    }),
  ]
}
