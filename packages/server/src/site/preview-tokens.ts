import { siteLimits } from '@doorkit/models/site'
import * as z from 'zod'
import { check } from '../errors/check-input.ts'
import type { Vault } from '../secrets/encryption.ts'
import { writeToken } from '../secrets/site-tokens.ts'
import { findWorkspace } from '../services/find-workspace.ts'
import type { StoreServices } from '../services/services.ts'

const PreviewToken = z.strictObject({
  workspace: z.string(),
  /** How long the token can begin previews, in seconds: up to a day. Default 900. */
  expiresInSeconds: z.int().min(1).max(86_400).default(siteLimits.previewTokenSeconds),
})

/** The workspace to preview, and how long the token is valid. */
export type PreviewTokenInput = z.input<typeof PreviewToken>

/** Lets the team chat on the pages of a website without being counted. */
export interface Previews {
  /**
   * Signs a `preview_token`, with which `POST /visits` begins a preview. Give the token only to people of
   * the team.
   *
   * @throws KitError `not_found`, or `invalid_input` for a time that is too short or too long.
   */
  previewToken(input: PreviewTokenInput): Promise<string>
}

export function managePreviews(
  opened: () => Promise<StoreServices>,
  vault: () => Promise<Vault>,
): Previews {
  return {
    async previewToken(input) {
      const { workspace, expiresInSeconds } = check(PreviewToken, input)
      const { store, clock } = await opened()
      await findWorkspace(store, workspace)
      const expiresAt = clock.now() + expiresInSeconds * 1_000
      const nobody = { key: '', origin: '', visitor: '', visit: null }
      return writeToken(await vault(), 'preview', { workspace, ...nobody, expiresAt })
    },
  }
}
