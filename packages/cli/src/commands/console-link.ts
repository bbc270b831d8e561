import { roles } from '@doorkit/models'
import { withWorkspace } from '../choose-workspace.ts'
import { command } from '../command.ts'
import {
  jsonFlag,
  readChoice,
  readInteger,
  requireFlag,
  storeFlag,
  workspaceFlag,
} from '../flags.ts'
import { print } from '../terminal.ts'

export const consoleLinkCommand = command(
  {
    store: storeFlag,
    workspace: workspaceFlag,
    url: {
      type: 'string',
      description: 'The address of the console.',
      valueHint: 'URL',
      default: 'http://127.0.0.1:4010/console',
    },
    name: { type: 'string', description: 'The name of the person, which visitors see.' },
    person: {
      type: 'string',
      description: 'Your own id for the person, such as their email address. Default: the name.',
      valueHint: 'ID',
    },
    role: { type: 'string', description: `One of ${roles.join(', ')}.`, default: 'owner' },
    'open-within-minutes': {
      type: 'string',
      description: 'How long the link is valid.',
      default: '10',
      valueHint: 'N',
    },
    'session-hours': {
      type: 'string',
      description: 'How long the person stays signed in.',
      default: '12',
      valueHint: 'N',
    },
    json: jsonFlag,
  },
  async (args, terminal) => {
    const name = requireFlag('name', args.name, '"Grace Hopper"')
    const person = { id: args.person ?? name, name }
    const role = readChoice('role', args.role, roles)
    const minutes = readInteger('open-within-minutes', args['open-within-minutes'], 1, 10_080)
    const hours = readInteger('session-hours', args['session-hours'], 1, 720)
    await withWorkspace(terminal, args, async (doorkit, { id: workspace }) => {
      const { url, expiresAt } = await doorkit.console({ authorize: () => null }).createLink({
        workspace,
        person,
        role,
        baseUrl: args.url,
        openWithinSeconds: minutes * 60,
        sessionSeconds: hours * 3_600,
      })
      const expires_at = new Date(expiresAt).toISOString()
      const text = `Send this link only to ${name}. It works once, and not after ${expires_at}.\n${url}`
      print(terminal, args.json, { url, expires_at }, text)
    })
  },
)
