import { expect, test } from 'vitest'
import { caller, type KitOptions } from '../support/kit.ts'
import { startReceiver, status } from '../support/receiver.ts'
import { createConsoleKit } from './console-kit.ts'

/** An endpoint of a new workspace, with the means to send events to it and to diagnose it. */
async function openEndpoint(url: string, options?: KitOptions) {
  const kit = await createConsoleKit(options)
  const call = caller(kit)
  const { json } = await call('POST', '/webhook_endpoints', { body: { url, events: ['*'] } })
  const cookie = await kit.signIn('webhooks')
  const path = `/webhook_endpoints/${json.id}`
  return {
    ...kit,
    call,
    path,
    async send(count: number) {
      const record = kit.doorkit.record(kit.workspace.id).conversations
      for (let nth = 0; nth < count; nth += 1) {
        const id = await record.start({ page_url: 'https://acme.example/' })
        await record.captureLead(id, { email: `visitor-${nth}-${kit.clock.now()}@example.com` })
      }
    },
    /** Lets the payload delay pass, and the worker do the due work. */
    async settle() {
      kit.clock.advance(3_000)
      await kit.doorkit.worker.tick()
    },
    async diagnose() {
      const answer = await kit.request('GET', `/api${path}/diagnosis`, { cookie })
      expect(answer.status).toBe(200)
      return answer.json.findings as { status: string; message: string; remedy: string }[]
    },
  }
}

test('an endpoint without events or without a worker gets a warning, and one that works gets none', async () => {
  const { url } = await startReceiver()
  const { send, diagnose, settle, clock } = await openEndpoint(url)
  expect(await diagnose()).toMatchObject([
    { status: 'warning', message: expect.stringContaining('No event was sent') },
  ])
  await send(2)
  clock.advance(60_001)
  expect(await diagnose()).toMatchObject([
    { status: 'warning', remedy: expect.stringContaining('Start a worker') },
  ])
  await settle()
  expect(await diagnose()).toEqual([])
})

test('a redelivery that was just requested does not count as waiting for a worker', async () => {
  const { url } = await startReceiver()
  const { send, diagnose, settle, call, path, clock } = await openEndpoint(url)
  await send(1)
  await settle()
  clock.advance(60_001)
  const { json } = await call('GET', `${path}/deliveries`)
  await call('POST', `${path}/deliveries/${json.data[0].id}/redeliver`)
  expect(await diagnose()).toEqual([])
  clock.advance(60_001)
  expect(await diagnose()).toMatchObject([
    { status: 'warning', remedy: expect.stringContaining('Start a worker') },
  ])
})

test.each([
  [301, 'do not follow redirects'],
  [401, 'current secret'],
  [404, 'does not accept POST at this path'],
  [422, 'Verify the raw body'],
  [429, 'Answer with 200 immediately'],
  [500, 'in its log'],
])(
  'the diagnosis of an endpoint that answers %i says what to do about it',
  async (code, advice) => {
    const receiver = await startReceiver(status(code, 'secret words of the receiver'))
    const { send, diagnose, settle } = await openEndpoint(receiver.url)
    await send(2)
    await settle()
    const found = await diagnose()
    expect(found).toEqual([
      {
        status: 'problem',
        message: `2 of the latest 2 deliveries failed: the receiver answered ${code}.`,
        remedy: expect.stringContaining(advice),
      },
    ])
    receiver.answerWith(status(204))
    await send(1)
    await settle()
    expect(await diagnose()).toMatchObject([
      { status: 'warning', message: expect.stringContaining('The newest delivery arrived.') },
    ])
  },
)

test('a refused connection is distinguished from a host name that does not resolve', async () => {
  const refused = await openEndpoint('http://localhost:1/')
  await refused.send(1)
  await refused.settle()
  expect(await refused.diagnose()).toMatchObject([
    {
      message: expect.stringContaining('Connection refused.'),
      remedy: expect.stringMatching(/^Start the receiver/),
    },
  ])
  const unknown = await openEndpoint('https://hooks.example/')
  await unknown.send(1)
  await unknown.settle()
  expect(await unknown.diagnose()).toMatchObject([
    { remedy: expect.stringMatching(/^Correct the host name/) },
  ])
})

test('the diagnosis of a sender that fails names the log of the server, and not the receiver', async () => {
  const { url } = await startReceiver()
  const sender = { send: () => Promise.reject(new Error('broken')), close: async () => {} }
  const { send, diagnose, settle } = await openEndpoint(url, { sender })
  await send(1)
  await settle()
  const findings = await diagnose()
  expect(findings).toMatchObject([
    {
      message: expect.stringContaining('The sender failed.'),
      remedy: expect.stringContaining('in the log of this server'),
    },
  ])
  expect(JSON.stringify(findings)).not.toContain('receiver')
})

test('a disabled endpoint and a replaced secret are named', async () => {
  const { url } = await startReceiver(status(410))
  const { send, diagnose, settle, call, path } = await openEndpoint(url)
  await send(1)
  await settle()
  await call('POST', `${path}/rotate_secret`)
  expect(await diagnose()).toMatchObject([
    { status: 'problem', message: expect.stringContaining('it answered 410') },
    { status: 'problem', message: expect.stringContaining('the receiver answered 410') },
    { status: 'warning', message: expect.stringContaining('The secret was replaced') },
  ])
})
