import * as z from 'zod'
import { hexColor } from '../color.ts'
import { deletionSchema } from '../deletion.ts'
import { ChatButtonId } from '../ids.ts'
import { created, defineOperations, json, listOf } from '../operation.ts'
import { webAddress } from '../web-address.ts'

const Behavior = z.enum(['send', 'link', 'html'])
const Style = z.enum(['brand', 'outline', 'ghost', 'custom'])
const Size = z.enum(['sm', 'md', 'lg', 'custom'])
const Corners = z.enum(['match', 'square', 'rounded', 'pill', 'custom'])
const Width = z.enum(['auto', 'full'])

const colorFields = {
  background: hexColor.nullable(),
  text: hexColor.nullable(),
  border: hexColor.nullable(),
  hover: hexColor.nullable(),
}
const customFields = {
  paddingX: z.number().min(0).max(200),
  paddingY: z.number().min(0).max(200),
  fontSize: z.number().min(0).max(200),
  radius: z.number().min(0).max(200),
}

/** A button of the chat: it sends a message, follows a link or shows HTML (docs/api.md#chat-button). */
export const ChatButton = z
  .object({
    id: ChatButtonId,
    object: z.literal('chat_button'),
    label: z.string(),
    message: z.string().meta({
      description: 'The message that the button sends, if `behavior` is `send`.',
    }),
    behavior: Behavior.meta({
      description:
        'The effect of a click: `send` sends the message, `link` follows the link, and `html` shows the HTML.',
    }),
    style: Style,
    size: Size,
    corners: Corners,
    width: Width,
    colors: z
      .object(colorFields)
      .meta({ description: 'The colors of the button if `style` is `custom`.' }),
    custom: z.object(customFields).meta({
      description:
        'Sizes in pixels. `radius` applies if `corners` is `custom`, and the others apply if `size` is `custom`.',
    }),
    nofollow: z
      .boolean()
      .meta({ description: 'Whether search engines are asked not to follow the link.' }),
    link: z.string().meta({
      description: 'The address that the button leads to, if `behavior` is `link`.',
    }),
    html: z
      .string()
      .meta({ description: 'The HTML that the button shows, if `behavior` is `html`.' }),
  })
  .meta({ id: 'ChatButton' })
export type ChatButton = z.infer<typeof ChatButton>

/** The fields of a chat button that can be changed. Omitted fields do not change. */
export const ChatButtonUpdate = z
  .strictObject({
    label: z.string().min(1).max(60).optional(),
    message: z.string().max(500).optional(),
    behavior: Behavior.optional(),
    style: Style.optional(),
    size: Size.optional(),
    corners: Corners.optional(),
    width: Width.optional(),
    colors: z.strictObject(colorFields).partial().optional(),
    custom: z.strictObject(customFields).partial().optional(),
    nofollow: z.boolean().optional(),
    link: z
      .union([webAddress({ protocol: /^https?$/ }), z.literal('')])
      .optional()
      .meta({ description: 'An http or https address; empty for none.' }),
    html: z.string().max(5_000).optional(),
  })
  .meta({ id: 'ChatButtonUpdate', extension: true })
export type ChatButtonUpdate = z.infer<typeof ChatButtonUpdate>

/** A chat button to create. The server refuses one without the field that its behavior needs. */
export const ChatButtonCreate = z
  .strictObject({ ...ChatButtonUpdate.shape, label: ChatButtonUpdate.shape.label.unwrap() })
  .meta({ id: 'ChatButtonCreate', extension: true })
export type ChatButtonCreate = z.infer<typeof ChatButtonCreate>

const params = { id: ChatButtonId }

/** The buttons of the chat. */
export const chatButtons = defineOperations({
  /** List all chat buttons. */
  list: {
    summary: 'List all chat buttons.',
    method: 'GET',
    path: '/chat_buttons',
    scope: 'agent:read',
    cost: 'standard',
    reply: listOf(ChatButton),
  },
  /** Create a chat button. */
  create: {
    summary: 'Create a chat button.',
    method: 'POST',
    path: '/chat_buttons',
    scope: 'agent:write',
    cost: 'standard',
    body: ChatButtonCreate,
    reply: created(ChatButton),
    errors: ['conflict'],
    extension: true,
  },
  /** Fetch one chat button. */
  get: {
    summary: 'Fetch one chat button.',
    method: 'GET',
    path: '/chat_buttons/{id}',
    params,
    scope: 'agent:read',
    cost: 'standard',
    reply: json(ChatButton),
    extension: true,
  },
  /** Change a chat button. */
  update: {
    summary: 'Change a chat button.',
    method: 'PATCH',
    path: '/chat_buttons/{id}',
    params,
    scope: 'agent:write',
    cost: 'standard',
    body: ChatButtonUpdate,
    reply: json(ChatButton),
    extension: true,
  },
  /** Delete a chat button. */
  delete: {
    summary: 'Delete a chat button.',
    method: 'DELETE',
    path: '/chat_buttons/{id}',
    params,
    scope: 'agent:write',
    cost: 'standard',
    reply: json(deletionSchema(ChatButtonId, 'chat_button')),
    extension: true,
  },
})
