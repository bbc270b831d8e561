import { siteLimits } from '@doorkit/models/site'
import type { WriteOp } from '@doorkit/store'
import * as z from 'zod'
import { equals, listAll } from '../collections/collection.ts'
import {
  newIdentitySeed,
  newSiteKey,
  originsOf,
  type StoredSiteKey,
  siteKeys,
} from '../collections/site-key.ts'
import type { StoredWorkspace } from '../collections/workspace.ts'
import { check } from '../errors/check-input.ts'
import type { Vault } from '../secrets/encryption.ts'
import { identitySecretOf } from '../secrets/identity-secret.ts'
import { findWorkspace } from '../services/find-workspace.ts'
import type { StoreServices } from '../services/services.ts'
import { type PageOptions, readPage } from './list-page-options.ts'

/** A site key. It is public: the pages of the website contain it. */
export interface SiteKeyInfo {
  /** `pk_live_…`, or `pk_test_…` in a test workspace. */
  readonly id: string
  /** Pages can use an active key, and a replaced one until `endsAt`. */
  readonly status: 'active' | 'replaced' | 'ended'
  /** The origins whose pages can use it. A test workspace also accepts the origins of the local machine. */
  readonly origins: readonly string[]
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Milliseconds since the epoch; null if it is not replaced. */
  readonly endsAt: number | null
}

const Origins = z
  .array(
    z.string().refine(isOrigin, {
      error:
        'An origin is a scheme and a host, such as https://www.acme.example, and the port if it is not the default.',
    }),
  )
  .min(1, 'Name at least one origin, or null for the origin of the website.')
  .max(siteLimits.origins, `A site key has at most ${siteLimits.origins} origins.`)
  .nullable()

const Update = z.strictObject({
  workspace: z.string(),
  /** Null for the origin of the workspace's website. */
  origins: Origins,
})

/** New origins for the site key of a workspace. */
export type SiteKeyUpdate = z.infer<typeof Update>

const Replacement = z.strictObject({
  workspace: z.string(),
  /** How long the old key still works, in milliseconds. Default 0. */
  keepMs: z.int().min(0).default(0),
})

/** How to replace the site key of a workspace. */
export type SiteKeyReplace = z.input<typeof Replacement>

/** The site keys to list. */
export interface SiteKeyList extends PageOptions {
  /** The id of their workspace. */
  readonly workspace: string
}

/** Manages, in code, the site keys with which pages call the site API. No API manages them. */
export interface SiteKeys {
  /**
   * Lists the site keys of a workspace, newest first. A workspace without a site key gets its first one.
   *
   * @throws KitError `not_found`, or `invalid_input` for unusable page options.
   */
  list(options: SiteKeyList): Promise<SiteKeyInfo[]>
  /**
   * Changes the origins of the current key.
   *
   * @throws KitError `not_found`, or `invalid_input` for something that is not an origin.
   */
  update(input: SiteKeyUpdate): Promise<SiteKeyInfo>
  /**
   * Replaces the current key with a new one for the same origins. Visit tokens of the old key work as
   * long as the old key does. Visits that begin with the new key ignore tokens of the old key.
   *
   * @throws KitError `not_found`, or `invalid_input` for an invalid `keepMs`.
   */
  replace(input: SiteKeyReplace): Promise<SiteKeyInfo>
  /**
   * Reads the secret with which the website's server signs the identity of its visitors: see
   * `signVisitor`. Replacing the site key does not change the secret.
   *
   * @throws KitError `not_found`.
   */
  identitySecret(options: { readonly workspace: string }): Promise<string>
  /**
   * Replaces the identity secret and returns the new secret. From then on, signatures that were made
   * with the old secret are refused.
   *
   * @throws KitError `not_found`.
   */
  replaceIdentitySecret(options: { readonly workspace: string }): Promise<string>
}

export function manageSiteKeys(
  ready: () => Promise<StoreServices>,
  vault: () => Promise<Vault>,
): SiteKeys {
  /** Changes the current key. Starts again if another change came first. */
  async function change(
    id: string,
    edit: (
      current: StoredSiteKey,
      services: StoreServices,
      workspace: StoredWorkspace,
    ) => KeyChange | Promise<KeyChange>,
  ): Promise<SiteKeyInfo> {
    const services = await ready()
    const workspace = await findWorkspace(services.store, id)
    for (;;) {
      const current = await currentKey(services, workspace)
      const { row, ops } = await edit(current, services, workspace)
      if ((await services.store.commit(ops)).ok) return toInfo(row, workspace, services.clock.now())
    }
  }
  const secretOf = async (id: string): Promise<string> => {
    const services = await ready()
    const workspace = await findWorkspace(services.store, id)
    return identitySecretOf(await vault(), await currentKey(services, workspace))
  }

  return {
    async list({ workspace: id, ...options }) {
      const services = await ready()
      const workspace = await findWorkspace(services.store, id)
      await currentKey(services, workspace)
      const rows = await siteKeys.list(services.store, {
        ...(await readPage(services.store, siteKeys, 'site_keys_created', options)),
        where: [equals('workspace', id)],
        dir: 'desc',
      })
      return rows.map((row) => toInfo(row, workspace, services.clock.now()))
    },
    async update(input) {
      const { workspace, origins } = check(Update, input)
      return change(workspace, (current) => {
        const data = { ...current.data, origins }
        return {
          row: { ...current, data },
          ops: [siteKeys.patch(current.id, { data }, { ifRev: current.rev })],
        }
      })
    },
    async replace(input) {
      const { workspace: id, keepMs } = check(Replacement, input)
      return change(id, (current, { clock }, workspace) => {
        const at = clock.now()
        const next = newSiteKey(id, workspace.data.mode, at, current.data)
        const ended = { current: null, ends_at: at + keepMs }
        const old = siteKeys.patch(current.id, { set: ended }, { ifRev: current.rev })
        return { row: next.row, ops: [old, next.op] }
      })
    },
    identitySecret: ({ workspace }) => secretOf(workspace),
    async replaceIdentitySecret({ workspace }) {
      const identity = newIdentitySeed()
      await change(workspace, async (current, { store, clock }) => {
        // Visits of a replaced key that still works use its copy of the seed.
        const keys = await listAll(store, siteKeys, 'site_keys_created', [
          equals('workspace', workspace),
        ])
        const ops = keys
          .filter(({ columns: { ends_at } }) => ends_at === null || ends_at > clock.now())
          .map(({ id, data, rev }) =>
            siteKeys.patch(id, { data: { ...data, identity } }, { ifRev: rev }),
          )
        return { row: current, ops }
      })
      return secretOf(workspace)
    },
  }
}

/** The writes that change site keys, and the key to return afterwards. */
interface KeyChange {
  readonly row: Pick<StoredSiteKey, 'id' | 'columns' | 'data'>
  readonly ops: readonly WriteOp[]
}

/** Reads the current key. A workspace that an earlier version created gets its first key here. */
async function currentKey(
  { store, clock }: StoreServices,
  workspace: StoredWorkspace,
): Promise<StoredSiteKey> {
  for (;;) {
    const current = await siteKeys.first(store, 'site_keys_current', [
      equals('current', workspace.id),
    ])
    if (current) return current
    await store.commit([newSiteKey(workspace.id, workspace.data.mode, clock.now()).op])
  }
}

function toInfo(
  { id, columns, data }: KeyChange['row'],
  workspace: StoredWorkspace,
  now: number,
): SiteKeyInfo {
  const pastStatus = columns.ends_at !== null && columns.ends_at <= now ? 'ended' : 'replaced'
  return {
    id,
    status: columns.ends_at === null ? 'active' : pastStatus,
    origins: originsOf(workspace.data, data),
    createdAt: columns.created_at,
    endsAt: columns.ends_at,
  }
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text
}
