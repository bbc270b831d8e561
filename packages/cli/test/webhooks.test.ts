import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@doorkit/client'
import { createWebhookRouter, generateWebhookSecret } from '@doorkit/webhooks'
import { toNode } from '@doorkit/webhooks/node'
import { expect, onTestFinished, test } from 'vitest'
import { storeFolder } from './support/folder.ts'
import { start, startServing } from './support/processes.ts'
import { runHere } from './support/terminal.ts'

const { path, newStore } = storeFolder()

test('listen passes on what happens from now on, signed, until it is stopped', async () => {
  const secret = generateWebhookSecret()
  const received: string[] = []
  const router = createWebhookRouter({
    secret,
    fallback: ({ id, type }) => void received.push(`${id} ${type}`),
  })
  const receiver = createServer(toNode(router)).listen(0, '127.0.0.1')
  onTestFinished(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  await once(receiver, 'listening')
  const store = newStore()
  const { facts } = await startServing('--store', store)
  const client = createClient({ apiKey: facts.api_key, baseUrl: facts.base_url })
  const say = async (text: string) =>
    client.chatSessions.send((await client.chatSessions.create()).id, { text })
  await say("I'm Bob Early, early@example.com")
  const before = await client.events.list().toArray({ limit: 10 })

  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const flags = ['--store', store, '--forward-to', url, '--secret', secret, '--json']
  const listening = start(['listen', ...flags])
  await listening.stdout.has(`${JSON.stringify({ forward_to: url, secret })}\n`)
  await say("I'm Ada Lovelace, ada@example.com")
  await listening.stdout.has('lead.captured')
  listening.child.kill('SIGINT')
  expect(await listening.ended).toEqual({ code: 0, signal: null })

  const all = await client.events.list().toArray({ limit: 10 })
  const happened = all.slice(0, all.length - before.length).reverse()
  expect(happened.map(({ type }) => type)).toEqual(['conversation.started', 'lead.captured'])
  expect(received).toEqual(happened.map(({ id, type }) => `${id} ${type}`))
  const lines = listening.stdout.text().trim().split('\n').slice(1)
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    happened.map(({ id, type }) => ({ id, type, status: 200 })),
  )
})

test('a body is signed for a delivery that verifies, and a changed one is refused with the reason', async () => {
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

test('what these commands cannot do is said in one sentence', async () => {
  const cases = [
    { line: 'listen --store memory:', sentence: '--forward-to is missing' },
    { line: 'listen --store memory: --forward-to nowhere', sentence: '--forward-to is an http' },
    { line: 'webhooks sign', sentence: 'Say which file holds the body.' },
    { line: 'webhooks sign /nowhere --secret whsec_AAAA', sentence: 'cannot be read' },
    { line: 'export --store memory:', sentence: 'Say whose data' },
  ]
  for (const { line, sentence } of cases) {
    const { code, stdout, stderr } = await runHere(line.split(' '))
    expect({ code, stdout }, line).toEqual({ code: 1, stdout: '' })
    expect(stderr, line).toContain(sentence)
    expect(stderr, line).toMatch(/^[^\n]+\n$/)
  }
})
