import { expect, test } from 'vitest'
import { startReceiver } from './support/receiver.ts'
import { startServer } from './support/server.ts'
import { accepts, sign, signaturesOf } from './support/signature.ts'
import { openTenant } from './support/tenant.ts'

const server = await startServer('--allow-private-webhooks', '--payload-delay-ms', '0')
const receiver = await startReceiver()

test.concurrent('a receiver that follows the text of Standard Webhooks accepts the delivery', async () => {
  const { hooks, site } = await openTenant(server)
  const inbox = receiver.inbox()
  const { secret } = await hooks.subscribe(inbox, 'lead.captured')
  await site.lead({ email: 'signed@example.com', first_name: 'Zoë' })
  const received = await inbox.next()
  expect(accepts(received, secret)).toBe(true)
  expect(signaturesOf(received)).toEqual([sign(received, secret)])
})

test.concurrent('a receiver refuses the delivery when the body, the id, the time or the secret is another', async () => {
  const { hooks, site } = await openTenant(server)
  const inbox = receiver.inbox()
  const { secret } = await hooks.subscribe(inbox, 'lead.captured')
  const other = await hooks.subscribe(receiver.inbox(), 'lead.captured')
  await site.lead({ email: 'forged@example.com' })
  const received = await inbox.next()
  const { headers } = received
  const changed = { ...received, raw: Buffer.concat([received.raw, Buffer.from(' ')]) }
  const timestamp = String(Number(headers['webhook-timestamp']) + 1)
  expect(accepts(changed, secret)).toBe(false)
  expect(accepts({ ...received, headers: { ...headers, 'webhook-id': 'evt_x' } }, secret)).toBe(
    false,
  )
  const later = { ...headers, 'webhook-timestamp': timestamp }
  expect(accepts({ ...received, headers: later }, secret)).toBe(false)
  expect(accepts(received, other.secret)).toBe(false)
})

test.concurrent('the timestamp is the time of sending, so that a receiver can refuse old deliveries', async () => {
  const { hooks, site } = await openTenant(server)
  const inbox = receiver.inbox()
  const { secret } = await hooks.subscribe(inbox, 'lead.captured')
  await site.lead({ email: 'clock@example.com' })
  const received = await inbox.next()
  const sixMinutesMs = 6 * 60_000
  expect(accepts(received, secret, Date.now())).toBe(true)
  expect(accepts(received, secret, Date.now() + sixMinutesMs)).toBe(false)
  expect(accepts(received, secret, Date.now() - sixMinutesMs)).toBe(false)
})

test.concurrent('after a rotation a delivery carries two signatures, one for each secret', async () => {
  const { hooks, site } = await openTenant(server)
  const inbox = receiver.inbox()
  const { id, secret } = await hooks.subscribe(inbox, 'lead.captured')
  const { secret: newSecret } = await hooks.rotate(id)
  await site.lead({ email: 'rotated@example.com' })
  const received = await inbox.next()
  expect(signaturesOf(received).sort()).toEqual(
    [sign(received, secret), sign(received, newSecret)].sort(),
  )
  expect(accepts(received, secret)).toBe(true)
  expect(accepts(received, newSecret)).toBe(true)
})

test.concurrent('after several rotations every secret of them still signs, five of them at most', async () => {
  const { hooks, site } = await openTenant(server)
  const inbox = receiver.inbox()
  const { id, secret } = await hooks.subscribe(inbox, 'lead.captured')
  const secrets = [secret]
  for (let count = 0; count < 3; count += 1) secrets.push((await hooks.rotate(id)).secret)
  await site.lead({ email: 'rotated-3@example.com' })
  const few = await inbox.next()
  expect(secrets.map((one) => accepts(few, one))).toEqual([true, true, true, true])
  expect(signaturesOf(few)).toHaveLength(4)
  for (let count = 0; count < 6; count += 1) secrets.push((await hooks.rotate(id)).secret)
  await site.lead({ email: 'rotated-9@example.com' })
  const many = await inbox.next()
  const stillSigning = secrets.filter((one) => accepts(many, one))
  expect(stillSigning).toEqual(secrets.slice(-stillSigning.length))
  expect([5, 6]).toContain(stillSigning.length)
  expect(signaturesOf(many)).toHaveLength(stillSigning.length)
})

test.concurrent('every secret that rotations at once have answered signs', async () => {
  const { hooks, site } = await openTenant(server)
  const inbox = receiver.inbox()
  const { id, secret } = await hooks.subscribe(inbox, 'lead.captured')
  const rotated = await Promise.all(Array.from({ length: 3 }, () => hooks.rotate(id)))
  const secrets = [secret, ...rotated.map((endpoint) => endpoint.secret)]
  expect(new Set(secrets).size).toBe(4)
  await site.lead({ email: 'at-once@example.com' })
  const received = await inbox.next()
  expect(secrets.map((one) => accepts(received, one))).toEqual([true, true, true, true])
})
