import { CliError } from '../cli-error.ts'
import { command } from '../command.ts'
import { jsonFlag, storeFlag } from '../flags.ts'
import { print } from '../terminal.ts'
import { withDoorkit } from '../with-doorkit.ts'

export const doctorCommand = command(
  { store: storeFlag, json: jsonFlag },
  async ({ store, json }, terminal) => {
    // A diagnosis reports a schema that is out of date, and changes nothing.
    const options = { missing: 'refuse', migrate: false } as const
    await withDoorkit(terminal, store, options, async (doorkit) => {
      const findings = await doorkit.diagnose()
      const lines = findings.flatMap(({ check, status, message, remedy }) => [
        `${status.padEnd(7)}  ${check}: ${message}`,
        ...(remedy === null ? [] : [`         ${remedy}`]),
      ])
      print(terminal, json, findings, lines.join('\n'))
      const problems = findings.filter(({ status }) => status === 'problem').length
      if (problems > 0) {
        const noun = problems === 1 ? 'problem' : 'problems'
        throw new CliError('unhealthy', `The diagnosis found ${problems} ${noun}.`)
      }
    })
  },
)
