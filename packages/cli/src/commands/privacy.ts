import { CliError } from '../cli-error.ts'
import { command } from '../command.ts'
import { jsonFlag } from '../flags.ts'
import { print } from '../terminal.ts'
import { connectionFlags, withClient } from '../with-client.ts'

const args = {
  email: { type: 'positional', description: 'The email address of the person.', required: false },
  ...connectionFlags,
  json: jsonFlag,
} as const

export const exportCommand = privacyCommand('/privacy/exports', (answer) =>
  JSON.stringify(answer, null, 2),
)

export const eraseCommand = privacyCommand('/privacy/erasures', (answer) => {
  const { id, ...counts } = answer as { id: string } & Record<string, unknown>
  const erased = Object.entries(counts)
    .filter(([, value]) => typeof value === 'number' || typeof value === 'boolean')
    .map(([name, value]) => `${name} ${value}`)
  return `Erased (receipt ${id}): ${erased.join(', ')}.`
})

function privacyCommand(path: string, describe: (answer: unknown) => string) {
  return command(args, async ({ email, json, ...connection }, terminal) => {
    if (email === undefined) {
      throw new CliError('invalid_flag', 'Give the email address of the person.')
    }
    const access = { scopes: ['privacy:write'] } as const
    const answer = await withClient(terminal, connection, access, ({ client }) =>
      client.request({ method: 'POST', path, body: { email } }),
    )
    print(terminal, json, answer, describe(answer))
  })
}
