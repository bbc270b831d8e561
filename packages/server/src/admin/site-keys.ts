import { siteLimits } from '@doorkit/models/site'
import * as z from 'zod'
import { equals } from '../collections/collection.ts'
import { newIdentity, newSiteKey, type StoredSiteKey, siteKeys } from '../collections/site-key.ts'
import type { StoredWorkspace } from '../collections/workspace.ts'
import { check } from '../errors/check-input.ts'
import { findWorkspace } from '../kit/find-workspace.ts'
import type { Vault } from '../kit/secrets/encryption.ts'
import { identitySecretOf } from '../kit/secrets/identity-secret.ts'
import type { StoreServices } from '../kit/services.ts'
import { originsOf } from '../kit/site-origins.ts'
import { type PageOptions, readPage } from './page-options.ts'

/** A site key. It is public: it stands in the source of the website's pages. */
export interface SiteKeyInfo {
  /** `pk_live_…`, or `pk_test_…` in a test workspace. */
  readonly id: string
  /** Whether pages can use it: one that was replaced can until it has ended. */
  readonly status: 'active' | 'replaced' | 'ended'
  /** The origins whose pages it is for. A test workspace takes those of the machine itself, too. */
  readonly origins: readonly string[]
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Milliseconds since the epoch; null while it is not replaced. */
  readonly endsAt: number | null
}

const Origins = z
  .array(
    z.string().refine(isOrigin, {
      error:
        'An origin is a scheme, a host and a port that is not the usual one, such as https://www.acme.example.',
    }),
  )
  .min(1, 'Name at least one origin, or null for that of the website.')
  .max(siteLimits.origins, `A site key has at most ${siteLimits.origins} origins.`)
  .nullable()

const Update = z.strictObject({
  workspace: z.string(),
  /** Null for that of the workspace's website. */
  origins: Origins,
})

/** The origins that the site key of a workspace gets. */
export type SiteKeyUpdate = z.infer<typeof Update>

const Replacement = z.strictObject({
  workspace: z.string(),
  /** For how long the old key goes on working, in milliseconds. Default 0. */
  keepMs: z.int().min(0).default(0),
})

/** How the site key of a workspace is replaced. */
export type SiteKeyReplace = z.input<typeof Replacement>

/** Which site keys to list. */
export interface SiteKeyList extends PageOptions {
  /** The id of the workspace whose pages they are for. */
  readonly workspace: string
}

/** The keys that the pages of a website call the site API with, in code: no API manages them. */
export interface SiteKeys {
  /**
   * The site keys of a workspace, newest first. A workspace without one gets its first.
   *
   * @throws KitError `not_found`, or `invalid_input` for an unusable page.
   */
  list(options: SiteKeyList): Promise<SiteKeyInfo[]>
  /**
   * Changes the origins of the current key.
   *
   * @throws KitError `not_found`, or `invalid_input` for what is no origin.
   */
  update(input: SiteKeyUpdate): Promise<SiteKeyInfo>
  /**
   * Makes a new key in the place of the current one, with its origins. Every token that was made with
   * the old one ends with it.
   *
   * @throws KitError `not_found`.
   */
  replace(input: SiteKeyReplace): Promise<SiteKeyInfo>
  /**
   * The secret that the website's server signs its visitors with: see `signVisitor`. It stays the same
   * when the key is replaced.
   *
   * @throws KitError `not_found`.
   */
  identitySecret(options: { readonly workspace: string }): Promise<string>
  /**
   * Makes a new secret in its place. What was signed with the old one is refused from now on.
   *
   * @throws KitError `not_found`.
   */
  replaceIdentitySecret(options: { readonly workspace: string }): Promise<string>
}

/** Makes {@link SiteKeys}. */
export function manageSiteKeys(
  opened: () => Promise<StoreServices>,
  vault: () => Promise<Vault>,
): SiteKeys {
  /** Writes over the current key, until nobody else did so at the same moment. */
  async function change(
    id: string,
    build: (current: StoredSiteKey, services: StoreServices, workspace: StoredWorkspace) => Changed,
  ): Promise<SiteKeyInfo> {
    const services = await opened()
    const workspace = await findWorkspace(services.store, id)
    for (;;) {
      const current = await currentKey(services, workspace)
      const { row, ops } = build(current, services, workspace)
      if ((await services.store.commit(ops)).ok) return toInfo(row, workspace, services.clock.now())
    }
  }
  const secretOf = async (id: string): Promise<string> => {
    const services = await opened()
    const workspace = await findWorkspace(services.store, id)
    return identitySecretOf(await vault(), await currentKey(services, workspace))
  }

  return {
    async list({ workspace: id, ...options }) {
      const services = await opened()
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
        const made = newSiteKey(id, workspace.data.mode, at, current.data)
        const ended = { current: null, ends_at: at + keepMs }
        const old = siteKeys.patch(current.id, { set: ended }, { ifRev: current.rev })
        return { row: made.row, ops: [old, made.op] }
      })
    },
    identitySecret: ({ workspace }) => secretOf(workspace),
    async replaceIdentitySecret({ workspace }) {
      await change(workspace, (current) => {
        const data = { ...current.data, identity: newIdentity() }
        return { row: current, ops: [siteKeys.patch(current.id, { data }, { ifRev: current.rev })] }
      })
      return secretOf(workspace)
    },
  }
}

/** A change of site keys, and the one that is shown of it. */
interface Changed {
  readonly row: Pick<StoredSiteKey, 'id' | 'keys' | 'data'>
  readonly ops: Parameters<StoreServices['store']['commit']>[0]
}

/** The key that the pages of a workspace are to use. Workspaces of earlier versions get it here. */
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
  { id, keys, data }: Changed['row'],
  workspace: StoredWorkspace,
  now: number,
): SiteKeyInfo {
  const replaced = keys.ends_at !== null && keys.ends_at <= now ? 'ended' : 'replaced'
  return {
    id,
    status: keys.ends_at === null ? 'active' : replaced,
    origins: originsOf(workspace.data, data),
    createdAt: keys.created_at,
    endsAt: keys.ends_at,
  }
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text
}
