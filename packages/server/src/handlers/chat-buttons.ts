import type { ChatButtonUpdate } from '@doorkit/models'
import {
  type ChatButtonData,
  defaultChatButton,
  listChatButtons,
  chatButtons as storedChatButtons,
  toChatButton,
} from '../collections/chat-button.ts'
import { workspaces } from '../collections/workspace.ts'
import { Failure, invalid } from '../errors/failure.ts'
import { overlay } from '../values/overlay-changes.ts'
import { deletion } from './delete-object.ts'
import { finder } from './find-by-id.ts'
import type { Handlers } from './handler-types.ts'

const find = finder(storedChatButtons, 'chat button')

export const chatButtons: Handlers['chatButtons'] = {
  async list(_input, context) {
    const rows = await listChatButtons(context.store, context.workspace)
    return { object: 'list', data: rows.map(toChatButton), has_more: false, next_cursor: null }
  },

  create({ body }, context) {
    const data = change(defaultChatButton, body)
    const workspace = context.workspace.id
    const limit = context.plans[context.workspace.data.plan].chat_buttons
    return context.write(async (at) => {
      const row = await workspaces.get(context.store, workspace)
      if (!row || row.columns.chat_buttons >= limit) {
        const detail = `This workspace has reached its limit of chat buttons (${limit}). Delete one first.`
        throw new Failure('conflict', detail)
      }
      const id = context.makeId('chatButton')
      return {
        ops: [
          workspaces.patch(
            workspace,
            { add: { chat_buttons: 1 } },
            { when: [{ column: 'chat_buttons', op: 'lt', value: limit }] },
          ),
          storedChatButtons.insert(id, { workspace, created_at: at }, data),
        ],
        reply: toChatButton({ id, data }),
      }
    })
  },

  get: async ({ id }, context) => toChatButton(await find(context, id)),

  update({ id, body }, context) {
    return context.write(async () => {
      const row = await find(context, id)
      const data = change(row.data, body)
      return {
        ops: [storedChatButtons.edit(row, { data })],
        reply: toChatButton({ id, data }),
      }
    })
  },

  delete: deletion('chat_button', storedChatButtons, find, ({ workspace }) => [
    workspaces.patch(workspace.id, { add: { chat_buttons: -1 } }),
  ]),
}

/** The field that each behavior needs. */
const neededField = { send: 'message', link: 'link', html: 'html' } as const

function change(
  data: ChatButtonData,
  { colors, custom, ...fields }: ChatButtonUpdate,
): ChatButtonData {
  const changed = {
    ...overlay(data, fields),
    colors: overlay(data.colors, colors ?? {}),
    custom: overlay(data.custom, custom ?? {}),
  }
  const needed = neededField[changed.behavior]
  if (changed[needed].trim() === '') {
    throw invalid(needed, `A button whose behavior is ${changed.behavior} needs \`${needed}\`.`)
  }
  return changed
}
