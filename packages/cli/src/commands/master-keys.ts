import { generateMasterKey, type MasterKeyStatus } from '@doorkit/server'
import { command } from '../command.ts'
import { jsonFlag, storeFlag } from '../flags.ts'
import { withProgress } from '../progress.ts'
import { readMasterKeys } from '../read-master-keys.ts'
import { columns, print } from '../terminal.ts'
import { withDoorkit } from '../with-doorkit.ts'

export const generateMasterKeyCommand = command({ json: jsonFlag }, async ({ json }, terminal) => {
  const configured = readMasterKeys(terminal.env) ?? []
  const { version, key } = generateMasterKey(
    Math.max(0, ...configured.map((one) => one.version)) + 1,
  )
  const entry = `${version}:${key}`
  if (configured.length > 0 && !json) {
    terminal.stderr.write(
      'Append this to DOORKIT_MASTER_KEYS after a comma, set DOORKIT_SEAL_WITH to the version before it, and restart every server. Then remove DOORKIT_SEAL_WITH and restart them again.\n',
    )
  }
  print(terminal, json, { version, key, entry }, entry)
})

export const masterKeyStatusCommand = command(
  { store: storeFlag, json: jsonFlag },
  async ({ store, json }, terminal) => {
    const status = await withDoorkit(terminal, store, { missing: 'refuse' }, (doorkit) =>
      withProgress(terminal, 'Counting sealed values', () => doorkit.masterKeys.status()),
    )
    print(terminal, json, status, describe(status))
  },
)

export const resealCommand = command(
  { store: storeFlag, json: jsonFlag },
  async ({ store, json }, terminal) => {
    const { resealed } = await withDoorkit(terminal, store, { missing: 'refuse' }, (doorkit) =>
      withProgress(terminal, 'Sealing with the newest master key', () =>
        doorkit.masterKeys.reseal(),
      ),
    )
    const configured = (readMasterKeys(terminal.env) ?? []).map(({ version }) => version)
    const newest = Math.max(...configured)
    const rows = `${resealed} ${resealed === 1 ? 'row' : 'rows'}`
    const text = `Resealed ${rows}: the store now needs only version ${newest}.`
    print(terminal, json, { resealed, version: newest }, text)
  },
)

function describe({ configured, hasStoredKey, needed, missing, sealed }: MasterKeyStatus): string {
  const versions = [...new Set([...configured, ...(hasStoredKey ? [0] : []), ...needed])]
  const rows = versions
    .sort((left, right) => left - right)
    .map((version) => [
      String(version),
      version === 0
        ? 'kept by the store'
        : configured.includes(version)
          ? 'configured'
          : 'not configured',
      missing.includes(version)
        ? 'needed, but missing'
        : needed.includes(version)
          ? 'needed'
          : 'not needed',
      String(sealed.find((one) => one.version === version)?.values ?? 0),
    ])
  return columns([['VERSION', 'KEY', 'STATUS', 'SEALED VALUES'], ...rows])
}
