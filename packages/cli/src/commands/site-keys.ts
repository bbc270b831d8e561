import type { SiteKeyInfo } from '@doorkit/server'
import { withWorkspace } from '../choose-workspace.ts'
import { command } from '../command.ts'
import {
  jsonFlag,
  readInteger,
  readNames,
  requireFlag,
  storeFlag,
  workspaceFlag,
} from '../flags.ts'
import { readAllPages } from '../read-all-pages.ts'
import { columns, print } from '../terminal.ts'

const flags = { store: storeFlag, workspace: workspaceFlag, json: jsonFlag }

export const listSiteKeysCommand = command(flags, ({ json, ...args }, terminal) =>
  withWorkspace(terminal, args, async (doorkit, { id: workspace }) => {
    const keys = await readAllPages((startingAfter) =>
      doorkit.siteKeys.list({ workspace, startingAfter }),
    )
    const rows = keys.map(({ id, status, origins }) => [id, status, origins.join(', ')])
    const text = columns([['KEY', 'STATUS', 'ORIGINS'], ...rows])
    print(terminal, json, keys.map(toResult), text)
  }),
)

export const updateSiteKeyCommand = command(
  {
    ...flags,
    origins: {
      type: 'string',
      description:
        "The origins, such as https://www.acme.example,https://acme.example; or the word website, for the origin of the workspace's website.",
    },
  },
  async ({ json, origins: given, ...args }, terminal) => {
    const named = requireFlag('origins', given, 'https://www.acme.example')
    const origins = named === 'website' ? null : readNames(named)
    await withWorkspace(terminal, args, async (doorkit, { id: workspace }) => {
      const key = await doorkit.siteKeys.update({ workspace, origins })
      print(terminal, json, toResult(key), `${key.id} is for ${key.origins.join(', ')}.`)
    })
  },
)

export const replaceSiteKeyCommand = command(
  {
    ...flags,
    'keep-hours': {
      type: 'string',
      description: 'For how many hours the old site key still works.',
      default: '0',
    },
  },
  async ({ json, 'keep-hours': keep, ...args }, terminal) => {
    const keepMs = readInteger('keep-hours', keep, 0, 8_760) * 3_600_000
    await withWorkspace(terminal, args, async (doorkit, { id: workspace }) => {
      const key = await doorkit.siteKeys.replace({ workspace, keepMs })
      const end = keepMs > 0 ? `stops working in ${keep} h` : 'no longer works'
      const text = `Put this site key into the pages. The old one ${end}.\n${key.id}`
      print(terminal, json, toResult(key), text)
    })
  },
)

export const identitySecretCommand = command(
  {
    ...flags,
    replace: {
      type: 'boolean',
      description: 'Create a new secret first. The old one stops working immediately.',
    },
  },
  ({ json, replace, ...args }, terminal) =>
    withWorkspace(terminal, args, async (doorkit, { id: workspace }) => {
      const { identitySecret, replaceIdentitySecret } = doorkit.siteKeys
      const read = replace ? replaceIdentitySecret : identitySecret
      const secret = await read({ workspace })
      print(terminal, json, { workspace, secret }, secret)
    }),
)

function toResult({ createdAt, endsAt, ...key }: SiteKeyInfo) {
  return {
    ...key,
    created_at: new Date(createdAt).toISOString(),
    ends_at: endsAt === null ? null : new Date(endsAt).toISOString(),
  }
}
