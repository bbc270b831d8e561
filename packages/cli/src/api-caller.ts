import type { Scope } from '@doorkit/models'
import type { Doorkit } from '@doorkit/server'
import { CliError } from './cli-error.ts'

/** Calls the API of a workspace, below the version segment, without a server in between. */
export type CallApi = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>

/**
 * Calls the API of a workspace with a token of its own, which lasts for an hour and is then made
 * anew.
 */
export function apiCaller(doorkit: Doorkit, workspace: string, scopes: readonly Scope[]) {
  let token:
    | { readonly id: string; readonly secret: string; readonly expiresAt: number }
    | undefined
  const call: CallApi = async (method, path, body) => {
    if (!token || token.expiresAt - Date.now() < 60_000) {
      token = await doorkit.keys.createAccessToken({ workspace, name: 'Command line', scopes })
    }
    const response = await doorkit.fetch(`http://localhost/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token.secret}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer = await response.json()
    if (response.ok) return answer
    throw new CliError('refused', (answer as { detail: string }).detail)
  }
  return {
    call,
    /** Ends the token before its time. */
    async end(): Promise<void> {
      if (token) await doorkit.keys.revoke({ id: token.id })
    },
  }
}
