import type { Store, WriteOp } from '@doorkit/store'
import { settings } from '../collections/deployment-setting.ts'
import { KitError } from '../errors/kit-error.ts'
import {
  createSealer,
  createSigner,
  generateMasterKey,
  type MasterKey,
  type Sealer,
  type Vault,
} from './encryption.ts'

/** The setting with the store's own master key, for hosts that provide none. */
const storeKeyId = 'master_key'
/** The setting with the signing key, sealed once with each master key in use. */
const signingId = 'signing_key'

/** A store's list of the keys that seal its secrets. */
export interface StoredKeys {
  /** The store's own master key, in base64. It still opens old values once a host provides keys. */
  readonly storeKey: string | undefined
  /** The signing key, sealed once with each master key in use. A sealer with all keys opens every copy. */
  readonly copies: readonly { readonly version: number; readonly sealed: string }[]
  /** The revision of the row with the copies; undefined before the first start. */
  readonly rev: number | undefined
}

/** Reads a store's list of its keys. No key is needed. */
export async function readStoredKeys(store: Store): Promise<StoredKeys> {
  const rows = await settings.getMany(store, [storeKeyId, signingId])
  const signing = rows.get(signingId)
  return {
    storeKey: rows.get(storeKeyId)?.data.value,
    copies: JSON.parse(signing?.data.value ?? '[]') as StoredKeys['copies'],
    rev: signing?.rev,
  }
}

/** Whether a setting is one of those that {@link readStoredKeys} reads. */
export function isStoredKey(id: string): boolean {
  return id === storeKeyId || id === signingId
}

/**
 * Adds the keys of one store to the list of another. Resolves to false if that list has changed since it
 * was read.
 */
export async function addStoredKeys(
  to: Store,
  present: StoredKeys,
  added: StoredKeys,
): Promise<boolean> {
  const known = new Set(present.copies.map(({ version }) => version))
  const missing = added.copies.filter(({ version }) => !known.has(version))
  const ops = missing.length > 0 ? [writeCopies(present, [...present.copies, ...missing])] : []
  if (added.storeKey !== undefined && present.storeKey === undefined) {
    ops.push(settings.insert(storeKeyId, {}, { value: added.storeKey }))
  }
  return ops.length === 0 || (await to.commit(ops)).ok
}

/** The versions in use whose copies of the signing key a sealer cannot open. */
export function missingVersions(sealer: Sealer | undefined, { copies }: StoredKeys): number[] {
  const canOpen = ({ sealed }: { readonly sealed: string }) => {
    try {
      return sealer?.open(sealed, signingId) !== undefined
    } catch {
      return false
    }
  }
  return copies.filter((copy) => !canOpen(copy)).map(({ version }) => version)
}

/**
 * Opens the vault of a store. The first start makes the signing key. The first start that seals with a
 * new master key adds a copy of the signing key, sealed with the new key. Without master keys, the first
 * start makes one and stores it in the store itself. Such a key protects against a leaked backup of
 * single tables, but not against a reader of the whole database.
 *
 * @throws KitError `master_key_mismatch` if the key of a version in use is missing or differs;
 * `invalid_input` for an unusable key.
 */
export async function openVault(
  store: Store,
  masterKeys: readonly MasterKey[] | undefined,
  sealWith?: number,
): Promise<Vault> {
  for (;;) {
    const stored = await readStoredKeys(store)
    const isFirst = stored.rev === undefined && !masterKeys
    const storeKey = stored.storeKey ?? (isFirst ? generateMasterKey().key : undefined)
    if (!masterKeys && storeKey === undefined) throw mismatch(missingVersions(undefined, stored))
    const sealer = createSealer(masterKeys, storeKey, sealWith)
    const missing = missingVersions(sealer, stored)
    if (missing.length > 0) throw mismatch(missing)
    const [first] = stored.copies
    const key = first ? sealer.open(first.sealed, signingId) : generateMasterKey().key
    const vault = { ...sealer, ...createSigner(key) }
    if (stored.copies.some(({ version }) => version === sealer.sealsWith)) return vault
    const copy = { version: sealer.sealsWith, sealed: sealer.seal(key, signingId) }
    const ops = [writeCopies(stored, [...stored.copies, copy])]
    if (isFirst && storeKey !== undefined) {
      ops.push(settings.insert(storeKeyId, {}, { value: storeKey }))
    }
    if ((await store.commit(ops)).ok) return vault
    // Another process has just started with the same store.
  }
}

/**
 * Rejects with `master_key_mismatch` once the version that a vault seals with is no longer in use, or
 * belongs to another key. Until then, a newer key that the vault lacks is no error: during a rollout,
 * some servers have the new key before others.
 */
export async function checkVault(store: Store, vault: Vault): Promise<void> {
  const stored = await readStoredKeys(store)
  const missing = missingVersions(vault, stored)
  const isKnown = stored.copies.some(({ version }) => version === vault.sealsWith)
  if (missing.includes(vault.sealsWith) || (!isKnown && missing.length > 0)) throw mismatch(missing)
  if (!isKnown) throw retired(vault.sealsWith)
}

/**
 * Removes all master keys from a store's list except the key that seals. Nothing may still be sealed
 * with the others. Resolves to false if the list has changed since it was read.
 */
export async function keepSealingKeyOnly(store: Store, { sealsWith }: Vault): Promise<boolean> {
  const stored = await readStoredKeys(store)
  const copies = stored.copies.filter(({ version }) => version === sealsWith)
  const ops = [writeCopies(stored, copies)]
  if (stored.storeKey !== undefined) ops.push(settings.remove(storeKeyId))
  return (await store.commit(ops)).ok
}

function writeCopies({ rev }: StoredKeys, copies: StoredKeys['copies']): WriteOp {
  const data = { value: JSON.stringify(copies) }
  if (rev === undefined) return settings.insert(signingId, {}, data)
  return settings.patch(signingId, { data }, { ifRev: rev })
}

function retired(version: number): KitError {
  const message = `This server seals with version ${version} of the master keys, but everything has been sealed again with a newer one. Change sealWith or DOORKIT_SEAL_WITH.`
  return new KitError('master_key_mismatch', message, { param: 'sealWith' })
}

function mismatch(missing: readonly number[]): KitError {
  const message = `The store contains secrets that no given master key opens. They are sealed with these versions of the master keys: ${missing.join(', ')}. Give those keys too, in masterKeys or DOORKIT_MASTER_KEYS.`
  return new KitError('master_key_mismatch', message, { param: 'masterKeys' })
}
