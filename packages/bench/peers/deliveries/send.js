import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { Agent, request } from 'undici'

const key = createSecretKey(randomBytes(32))
const dispatcher = new Agent()

/** Builds, signs (Standard Webhooks) and posts one event within ten seconds, and returns the result. */
export async function send({ id, url, event }) {
  const body = JSON.stringify(event)
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const answer = await request(url, {
    dispatcher,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
    signal: AbortSignal.timeout(10_000),
  })
  const response = (await answer.body.text()).slice(0, 500)
  if (answer.statusCode < 200 || answer.statusCode > 299)
    throw new Error(`HTTP ${answer.statusCode}`)
  return { status: answer.statusCode, response }
}
