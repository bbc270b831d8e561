import * as z from 'zod'
import { hexColor } from '../color.ts'
import { defineOperations, json } from '../operation.ts'
import { Timestamp } from '../timestamp.ts'
import { webAddress } from '../web-address.ts'

const Position = z.enum(['left', 'right'])
const Theme = z.enum(['light', 'dark', 'auto'])

/** How the chat looks. */
export const Appearance = z
  .object({
    object: z.literal('appearance'),
    revision: z.int().min(1).meta({ description: 'Grows by one with every change.' }),
    title: z.string(),
    subtitle: z.string(),
    color: z.string(),
    position: Position,
    theme: Theme,
    avatar_url: z.string().nullable(),
    updated_at: Timestamp,
  })
  .meta({ id: 'Appearance', extension: true })
export type Appearance = z.infer<typeof Appearance>

/** The settings of the appearance to change, and the revision that the change is based on. */
export const AppearanceUpdate = z
  .strictObject({
    // A revision that never existed causes the same conflict as an old one, so the number has no bounds.
    revision: z.int().meta({ description: 'The revision that the change is based on.' }),
    title: z.string().max(60).optional().meta({ extension: true }),
    subtitle: z.string().max(120).optional().meta({ extension: true }),
    color: hexColor.optional().meta({ extension: true }),
    position: Position.optional().meta({ extension: true }),
    theme: Theme.optional().meta({ extension: true }),
    avatar_url: webAddress({ protocol: /^https?$/ })
      .nullable()
      .optional()
      .meta({ extension: true }),
  })
  .meta({ id: 'AppearanceUpdate' })
export type AppearanceUpdate = z.infer<typeof AppearanceUpdate>

/** How the chat looks. */
export const appearance = defineOperations({
  /** Fetch how the chat looks. */
  get: {
    summary: 'Fetch how the chat looks.',
    method: 'GET',
    path: '/appearance',
    scope: 'agent:read',
    cost: 'standard',
    reply: json(Appearance),
    extension: true,
  },
  /** Change how the chat looks, based on the revision that was read. */
  update: {
    summary: 'Change how the chat looks, based on the revision that was read.',
    method: 'PATCH',
    path: '/appearance',
    scope: 'agent:write',
    cost: 'standard',
    body: AppearanceUpdate,
    reply: json(Appearance),
    errors: ['conflict'],
  },
})
