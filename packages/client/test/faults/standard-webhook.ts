import { createHmac, randomBytes } from 'node:crypto'

/** Makes a secret as Standard Webhooks has them. */
export function newStandardSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** Signs as Standard Webhooks says, with nothing but Node, so that no SDK checks its own work. */
export function signStandardWebhook(
  body: string,
  secret: string,
  timestampSeconds: number,
): Record<string, string> {
  const id = 'evt_1'
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const content = `${id}.${timestampSeconds}.${body}`
  const signature = createHmac('sha256', key).update(content).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': `v1,${signature}`,
  }
}
