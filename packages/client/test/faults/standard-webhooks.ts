import { createHmac, randomBytes } from 'node:crypto'
import type { Webhooks } from './webhooks.ts'

/**
 * Makes secrets and signatures of Standard Webhooks with nothing but Node, so that no SDK checks its
 * own work.
 */
export const standardWebhooks: Pick<Webhooks, 'newSecret' | 'sign'> = {
  newSecret: () => `whsec_${randomBytes(32).toString('base64')}`,
  sign(body, secret, timestampSeconds) {
    const id = 'evt_1'
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const content = `${id}.${timestampSeconds}.${body}`
    const signature = createHmac('sha256', key).update(content).digest('base64')
    return {
      'webhook-id': id,
      'webhook-timestamp': String(timestampSeconds),
      'webhook-signature': `v1,${signature}`,
    }
  },
}
