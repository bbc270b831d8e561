import type { Store, WriteOp } from '@doorkit/store'
import { settings } from '../../collections/setting.ts'
import { KitError } from '../../errors/kit-error.ts'
import {
  createSealer,
  createSigner,
  generateMasterKey,
  type MasterKey,
  type Sealer,
  type Vault,
} from './encryption.ts'

/** Where a store keeps a master key itself, for deployments that give none. */
const keptId = 'master_key'
/** Where a store keeps the key that signs, sealed once with each master key in use. */
const signingId = 'signing_key'

/** A store's record of the keys that its secrets are sealed with. */
export interface StoredKeys {
  /** The key that the store keeps itself, in base64; it goes on reading when `masterKeys` come. */
  readonly kept: string | undefined
  /** The key that signs, sealed once with each version in use: it shows whether all of them open. */
  readonly copies: readonly { readonly version: number; readonly sealed: string }[]
  /** The revision of the row with the copies; undefined before the first start. */
  readonly rev: number | undefined
}

/** Reads what a store says about its keys, without any of them. */
export async function readStoredKeys(store: Store): Promise<StoredKeys> {
  const rows = await settings.getMany(store, [keptId, signingId])
  const signing = rows.get(signingId)
  return {
    kept: rows.get(keptId)?.data.value,
    copies: JSON.parse(signing?.data.value ?? '[]') as StoredKeys['copies'],
    rev: signing?.rev,
  }
}

/** Whether a setting is one of those that {@link readStoredKeys} reads. */
export function isStoredKey(id: string): boolean {
  return id === keptId || id === signingId
}

/**
 * Adds what one store says about its keys to what another one says. Resolves to false when that has
 * changed since it was read.
 */
export async function addStoredKeys(
  to: Store,
  there: StoredKeys,
  added: StoredKeys,
): Promise<boolean> {
  const known = new Set(there.copies.map(({ version }) => version))
  const missing = added.copies.filter(({ version }) => !known.has(version))
  const ops = missing.length > 0 ? [writeCopies(there, [...there.copies, ...missing])] : []
  if (added.kept !== undefined && there.kept === undefined) {
    ops.push(settings.insert(keptId, {}, { value: added.kept }))
  }
  return ops.length === 0 || (await to.commit(ops)).ok
}

/** The versions that the store needs and that a sealer does not open. */
export function missingVersions(sealer: Sealer | undefined, { copies }: StoredKeys): number[] {
  const opens = ({ sealed }: { readonly sealed: string }) => {
    try {
      return sealer?.open(sealed, signingId) !== undefined
    } catch {
      return false
    }
  }
  return copies.filter((copy) => !opens(copy)).map(({ version }) => version)
}

/**
 * Opens the vault of a store. The first start makes the key that signs; the first start with a new
 * master key adds a copy of it, sealed with that key. A store that is given no master key makes
 * one and keeps it: that protects against a leaked backup of single tables, not against a reader
 * of the whole database.
 *
 * @throws KitError `master_key_mismatch` when something stored is sealed with a key that is
 * not there; `invalid_input` for an unusable key.
 */
export async function openVault(
  store: Store,
  given: readonly MasterKey[] | undefined,
  sealWith?: number,
): Promise<Vault> {
  for (;;) {
    const stored = await readStoredKeys(store)
    const isFirst = stored.rev === undefined && !given
    const kept = stored.kept ?? (isFirst ? generateMasterKey().key : undefined)
    if (!given && kept === undefined) throw mismatch(missingVersions(undefined, stored))
    const sealer = createSealer(given, kept, sealWith)
    const missing = missingVersions(sealer, stored)
    if (missing.length > 0) throw mismatch(missing)
    const [first] = stored.copies
    const key = first ? sealer.open(first.sealed, signingId) : generateMasterKey().key
    const vault = { ...sealer, ...createSigner(key) }
    if (stored.copies.some(({ version }) => version === sealer.sealsWith)) return vault
    const copy = { version: sealer.sealsWith, sealed: sealer.seal(key, signingId) }
    const ops = [writeCopies(stored, [...stored.copies, copy])]
    if (isFirst && kept !== undefined) ops.push(settings.insert(keptId, {}, { value: kept }))
    // A lost race: another process has just started over the same store.
    if ((await store.commit(ops)).ok) return vault
  }
}

/**
 * Rejects as {@link openVault} does, once everything was sealed with a newer key that is not here.
 * A newer key beside the one that this vault seals with is another server's, which was started with it
 * before this one: that is how a key is rolled out.
 */
export async function checkVault(store: Store, vault: Vault): Promise<void> {
  const stored = await readStoredKeys(store)
  const missing = missingVersions(vault, stored)
  const isKnown = stored.copies.some(({ version }) => version === vault.sealsWith)
  if (missing.includes(vault.sealsWith) || (!isKnown && missing.length > 0)) throw mismatch(missing)
  if (!isKnown) throw retired(vault.sealsWith)
}

/**
 * Forgets every master key but the newest, the one that the store keeps included. Nothing may be
 * sealed with them any more. Resolves to false when the keys have changed in the meantime.
 */
export async function keepNewestOnly(store: Store, { sealsWith }: Vault): Promise<boolean> {
  const stored = await readStoredKeys(store)
  const copies = stored.copies.filter(({ version }) => version === sealsWith)
  const ops = [writeCopies(stored, copies)]
  if (stored.kept !== undefined) ops.push(settings.remove(keptId))
  return (await store.commit(ops)).ok
}

function writeCopies({ rev }: StoredKeys, copies: StoredKeys['copies']): WriteOp {
  const data = { value: JSON.stringify(copies) }
  if (rev === undefined) return settings.insert(signingId, {}, data)
  return settings.patch(signingId, { data }, { ifRev: rev })
}

function retired(version: number): KitError {
  return new KitError(
    'master_key_mismatch',
    `This server seals with version ${version} of the master keys, and everything was sealed anew with a newer one. Change sealWith or DOORKIT_SEAL_WITH.`,
    { param: 'sealWith' },
  )
}

function mismatch(missing: readonly number[]): KitError {
  const problem = `The store holds secrets that are sealed with version ${missing.join(', ')} of the master keys`
  const advice = 'Give that key too, in masterKeys or DOORKIT_MASTER_KEYS'
  return new KitError(
    'master_key_mismatch',
    `${problem}, and no key that was given opens them. ${advice}.`,
    { param: 'masterKeys' },
  )
}
