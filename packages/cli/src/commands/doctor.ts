import { createDoorkit } from '@doorkit/server'
import { CliError } from '../cli-error.ts'
import { command } from '../command.ts'
import { jsonFlag, requireFlag, storeFlag } from '../flags.ts'
import { readMasterKeys, readSealWith } from '../master-keys.ts'
import { openStore } from '../open-store.ts'
import { print } from '../terminal.ts'

/** `doorkit doctor`: checks a deployment, and says what to do about each finding. */
export const doctorCommand = command(
  { store: storeFlag, json: jsonFlag },
  async ({ store: url, json }, terminal) => {
    const store = await openStore(requireFlag('store', url, 'sqlite:doorkit.db'), {
      missing: 'refuse',
    })
    const doorkit = createDoorkit({
      store,
      // A diagnosis reports that a store is behind, and changes nothing.
      migrate: false,
      masterKeys: readMasterKeys(terminal.env),
      sealWith: readSealWith(terminal.env),
    })
    try {
      const findings = await doorkit.diagnose()
      const lines = findings.flatMap(({ check, status, message, remedy }) => [
        `${status.padEnd(7)}  ${check}: ${message}`,
        ...(remedy === null ? [] : [`         ${remedy}`]),
      ])
      print(terminal, json === true, findings, lines.join('\n'))
      const problems = findings.filter(({ status }) => status === 'problem').length
      if (problems > 0) {
        const noun = problems === 1 ? 'problem' : 'problems'
        throw new CliError('unhealthy', `The diagnosis found ${problems} ${noun}.`)
      }
    } finally {
      await doorkit.close()
    }
  },
)
