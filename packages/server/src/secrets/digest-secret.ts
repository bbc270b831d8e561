import { hash } from 'node:crypto'

/** The digest under which a key's secret is stored. */
export function digestSecret(secret: string): string {
  return hash('sha256', secret)
}
