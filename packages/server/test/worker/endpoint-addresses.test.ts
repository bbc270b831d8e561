import { expect, test } from 'vitest'
import { startReceiver } from '../support/receiver.ts'
import { overMemory } from '../support/stores.ts'
import { createWebhookKit } from '../support/webhooks.ts'

const addressesByName: Record<string, readonly string[]> = {
  'public.example': ['93.184.216.34'],
  'private.example': ['10.0.0.7'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
}
const resolve = async (name: string) => {
  const addresses = addressesByName[name]
  if (!addresses) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
  return addresses
}

const create = (url: string) => ({ body: { url, events: ['*'] } })

overMemory((openStore) => {
  test('a forbidden URL is refused when an endpoint is created and when it is changed', async () => {
    const kit = await createWebhookKit({ store: openStore(), allowPrivateWebhooks: false, resolve })
    const { id } = (await kit.call('POST', '/webhook_endpoints', create('https://public.example/')))
      .json
    const refused = [
      'http://public.example/',
      'https://private.example/',
      'https://mixed.example/',
      'https://localhost/',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://0177.0.0.1/',
      'https://①②⑦.0.0.1/',
      'https://127。0。0。1/',
      'https://[::1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://169.254.169.254/latest/meta-data',
      'https://93.184.216.34/',
      'https://printer.local/',
      'https://db.internal./',
      'https://metadata/',
      'https://user:secret@public.example/',
      'https://user@public.example/',
    ]
    for (const url of refused) {
      const created = await kit.call('POST', '/webhook_endpoints', create(url))
      const seen = [created.status, created.json.code, created.json.param]
      expect.soft(seen, url).toEqual([400, 'invalid_request', 'url'])
      const changed = await kit.call('PATCH', `/webhook_endpoints/${id}`, { body: { url } })
      expect.soft([changed.status, changed.json.param], url).toEqual([400, 'url'])
    }
    expect(refused).toHaveLength(19)
    expect((await kit.call('GET', '/webhook_endpoints')).json.data).toHaveLength(1)
  })

  test('a host name that does not resolve is accepted, but deliveries to it fail', async () => {
    const kit = await createWebhookKit({ store: openStore(), allowPrivateWebhooks: false, resolve })
    const endpoint = await kit.subscribe('https://nowhere.example/')
    expect(endpoint.status).toBe('enabled')
    await kit.say()
    await kit.settle()
    expect((await kit.deliveries(endpoint))[0]).toMatchObject({
      status: 'retrying',
      last_status: null,
      last_error: 'Host name not found',
    })
  })

  // docs/api.md#addresses-of-endpoints
  test('an endpoint whose host name no longer has only public addresses is not contacted', async () => {
    const receiver = await startReceiver()
    const { port } = new URL(receiver.url)
    const dns = { addresses: ['93.184.216.34'] }
    const kit = await createWebhookKit({
      store: openStore(),
      allowPrivateWebhooks: false,
      resolve: async () => dns.addresses,
    })
    const endpoint = await kit.subscribe(`https://rebinding.example:${port}/`)
    const isPrivate = 'Host name has a private address'
    for (const [addresses, last_error] of [
      [['127.0.0.1'], isPrivate],
      [['93.184.216.34', '127.0.0.1'], isPrivate],
      [[], 'Host name not found'],
    ] as const) {
      dns.addresses = [...addresses]
      await kit.say()
      await kit.settle()
      const [delivery] = await kit.deliveries(endpoint)
      expect.soft(delivery).toMatchObject({ last_status: null, last_error })
    }
    expect(receiver.received).toHaveLength(0)
  })

  test('no request is sent to a private address in the store', async () => {
    const receiver = await startReceiver()
    const kit = await createWebhookKit({ store: openStore(), allowPrivateWebhooks: false, resolve })
    const endpoint = await kit.subscribe('https://public.example/')
    const [row] = await kit.store.get([
      { in: 'webhook_endpoints', partition: kit.workspace.id, id: endpoint.id },
    ])
    const urls = [receiver.url, receiver.url.replace('http:', 'https:'), 'https://[::1]/']
    for (const url of urls) {
      const data = { ...(row?.data as object), url }
      await kit.store.commit([
        {
          op: 'patch',
          in: 'webhook_endpoints',
          partition: kit.workspace.id,
          id: endpoint.id,
          data,
        },
      ])
      const { json } = await kit.call('POST', `/webhook_endpoints/${endpoint.id}/test`)
      expect.soft(json, url).toMatchObject({
        status: null,
        response: 'Address is not a public host name',
      })
    }
    expect(urls).toHaveLength(3)
    expect(receiver.received).toHaveLength(0)
  })
})
