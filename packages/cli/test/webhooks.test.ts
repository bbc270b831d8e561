import { writeFileSync } from 'node:fs'
import { generateWebhookSecret } from '@doorkit/webhooks'
import { expect, test } from 'vitest'
import { storeFolder } from './support/folder.ts'
import { runHere } from './support/terminal.ts'

const { path } = storeFolder()

test('a signed body verifies with its secret, and is refused with another secret, with the reason', async () => {
  const file = path('event.json')
  const event = { id: 'evt_1', type: 'lead.captured', created_at: '2026-01-01T00:00:00.000Z' }
  writeFileSync(file, JSON.stringify({ object: 'event', ...event, data: { erased: true } }))
  const env = { DOORKIT_WEBHOOK_SECRET: generateWebhookSecret() }
  const signed = await runHere(['webhooks', 'sign', file, '--json'], env)
  const headers = JSON.parse(signed.stdout)
  expect(headers['webhook-id']).toBe('evt_1')
  const delivery = [
    ...['--id', headers['webhook-id'], '--timestamp', headers['webhook-timestamp']],
    ...['--signature', headers['webhook-signature'], '--json'],
  ]
  const verified = await runHere(['webhooks', 'verify', file, ...delivery], env)
  expect(JSON.parse(verified.stdout)).toEqual({
    verified: true,
    id: 'evt_1',
    type: 'lead.captured',
  })
  const other = { DOORKIT_WEBHOOK_SECRET: generateWebhookSecret() }
  const refused = await runHere(['webhooks', 'verify', file, ...delivery], other)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(
    /^The delivery does not verify \(no_matching_signature\)\. [^\n]+\n$/,
  )
  expect(refused.stderr).not.toContain(other.DOORKIT_WEBHOOK_SECRET)
})

test('failures of sign and export are explained on one line', async () => {
  const cases = [
    { line: 'webhooks sign', part: 'Name the file that contains the body.' },
    { line: 'webhooks sign /nowhere --secret whsec_AAAA', part: 'cannot be read' },
    { line: 'export --store memory:', part: 'Give the email address' },
  ]
  for (const { line, part } of cases) {
    const { code, stdout, stderr } = await runHere(line.split(' '))
    expect({ code, stdout }, line).toEqual({ code: 1, stdout: '' })
    expect(stderr, line).toContain(part)
    expect(stderr, line).toMatch(/^[^\n]+\n$/)
  }
})
