import { generateMasterKey, type MasterKeyStatus } from '@doorkit/server'
import { command } from '../command.ts'
import { jsonFlag, storeFlag } from '../flags.ts'
import { readMasterKeys } from '../master-keys.ts'
import { withProgress } from '../progress.ts'
import { columns, print } from '../terminal.ts'
import { withDoorkit } from '../with-doorkit.ts'

/** `doorkit master-keys generate`: makes the next key for DOORKIT_MASTER_KEYS. */
export const generateMasterKeyCommand = command({ json: jsonFlag }, async ({ json }, terminal) => {
  const given = readMasterKeys(terminal.env) ?? []
  const { version, key } = generateMasterKey(Math.max(0, ...given.map((one) => one.version)) + 1)
  const entry = `${version}:${key}`
  if (given.length > 0 && !json) {
    terminal.stderr.write(
      'Add this to DOORKIT_MASTER_KEYS, after a comma, and restart the servers with DOORKIT_SEAL_WITH set to the version before; then again without it.\n',
    )
  }
  print(terminal, json === true, { version, key, entry }, entry)
})

/** `doorkit master-keys status`: shows which versions a store needs, and how much each seals. */
export const masterKeyStatusCommand = command(
  { store: storeFlag, json: jsonFlag },
  async ({ store, json }, terminal) => {
    const status = await withDoorkit(terminal, store, { missing: 'refuse' }, (doorkit) =>
      withProgress(terminal, 'Looking at what is sealed', () => doorkit.masterKeys.status()),
    )
    print(terminal, json === true, status, describe(status))
  },
)

/** `doorkit master-keys reseal`: seals everything with the newest key. */
export const resealCommand = command(
  { store: storeFlag, json: jsonFlag },
  async ({ store, json }, terminal) => {
    const { resealed } = await withDoorkit(terminal, store, { missing: 'refuse' }, (doorkit) =>
      withProgress(terminal, 'Sealing with the newest key', () => doorkit.masterKeys.reseal()),
    )
    const given = (readMasterKeys(terminal.env) ?? []).map(({ version }) => version)
    const newest = Math.max(...given)
    const text = `${resealed} rows were sealed anew: version ${newest} alone opens the store now.`
    print(terminal, json === true, { resealed, version: newest }, text)
  },
)

function describe({ given, kept, needed, missing, sealed }: MasterKeyStatus): string {
  const versions = [...new Set([...given, ...(kept ? [0] : []), ...needed])]
  const rows = versions
    .sort((left, right) => left - right)
    .map((version) => [
      String(version),
      version === 0 ? 'kept by the store' : given.includes(version) ? 'given' : 'not given',
      missing.includes(version)
        ? 'needed, and no key opens it'
        : needed.includes(version)
          ? 'needed'
          : 'not needed',
      String(sealed.find((one) => one.version === version)?.values ?? 0),
    ])
  return columns([['VERSION', 'KEY', 'STATUS', 'SEALED VALUES'], ...rows])
}
