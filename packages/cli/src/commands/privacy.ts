import { apiCaller } from '../api-caller.ts'
import { chooseWorkspace } from '../choose-workspace.ts'
import { CliError } from '../cli-error.ts'
import { command } from '../command.ts'
import { jsonFlag, storeFlag, workspaceFlag } from '../flags.ts'
import { print } from '../terminal.ts'
import { withDoorkit } from '../with-doorkit.ts'

const args = {
  email: { type: 'positional', description: 'The address of the person.', required: false },
  store: storeFlag,
  workspace: workspaceFlag,
  json: jsonFlag,
} as const

/** `doorkit export`: prints everything that is stored about a person. */
export const exportCommand = privacyCommand('/privacy/exports', (answer) =>
  JSON.stringify(answer, null, 2),
)

/** `doorkit erase`: removes everything about a person. */
export const eraseCommand = privacyCommand('/privacy/erasures', (answer) => {
  const { id, ...counts } = answer as { id: string } & Record<string, unknown>
  const done = Object.entries(counts)
    .filter(([, value]) => typeof value === 'number' || typeof value === 'boolean')
    .map(([name, value]) => `${name} ${value}`)
  return `Erased, as ${id}: ${done.join(', ')}.`
})

function privacyCommand(path: string, describe: (answer: unknown) => string) {
  return command(args, async ({ email, store, workspace, json }, terminal) => {
    if (email === undefined) {
      throw new CliError('invalid_flag', 'Say whose data: give the email address of the person.')
    }
    await withDoorkit(terminal, store, { missing: 'refuse' }, async (doorkit) => {
      const { id } = await chooseWorkspace(doorkit, workspace)
      const { call, end } = apiCaller(doorkit, id, ['privacy:write'])
      try {
        const answer = await call('POST', path, { email })
        print(terminal, json === true, answer, describe(answer))
      } finally {
        await end()
      }
    })
  })
}
