import type { RunningServer } from './processes.ts'
import { runHere } from './terminal.ts'

/** Generates the master key that follows the given ones. */
export async function generate(given?: string): Promise<string> {
  const env = given === undefined ? undefined : { DOORKIT_MASTER_KEYS: given }
  const { stdout } = await runHere(['master-keys', 'generate', '--json'], env)
  return JSON.parse(stdout).entry
}

/** Writes a contact with an idempotency key, for the first time or as a retry. */
export async function writeContact({ facts }: RunningServer, apiKey: string, key: string) {
  const headers = {
    Authorization: `Bearer ${apiKey}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': key,
  }
  const body = JSON.stringify({ email: `${key}@example.com` })
  const answer = await fetch(`${facts.base_url}/contacts`, { method: 'POST', headers, body })
  const replayed = answer.headers.get('idempotent-replayed') === 'true'
  return { status: answer.status, replayed, headers: answer.headers, json: await answer.json() }
}
