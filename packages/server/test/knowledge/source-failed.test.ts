import { WebhookEvent } from '@doorkit/models'
import { expect, test } from 'vitest'
import { after, createPageKit } from '../support/page-kit.ts'
import { pageServer } from '../support/page-server.ts'
import { describeOverMemory } from '../support/stores.ts'

describeOverMemory('Events: knowledge.source_failed', (openStore) => {
  test('is emitted for each reading that fails, with the page and the reason', async () => {
    const site = await pageServer({})
    const { add, clock, events, get, refresh, tick } = await createPageKit({ store: openStore() })
    const source = await add(site.url('/missing'))
    clock.advance(1_000)
    await tick()
    clock.advance(3_000)
    await tick()
    const [event, ...others] = await events()
    expect(others).toEqual([])
    expect(WebhookEvent.parse(event)).toMatchObject({
      type: 'knowledge.source_failed',
      created_at: after(1_000),
      data: { object: await get(source.id), error: 'HTTP 404' },
    })
    expect(await get(source.id)).toMatchObject({ status: 'failed', error: 'HTTP 404' })
    await refresh(source.id)
    await tick()
    expect(await events()).toHaveLength(2)
  })

  test('reaches an endpoint that subscribes to it, as a webhook', async () => {
    const bodies: unknown[] = []
    const site = await pageServer({
      '/hook': (request, response) => {
        const parts: Buffer[] = []
        request.on('data', (part: Buffer) => parts.push(part))
        request.on('end', () => {
          bodies.push(JSON.parse(Buffer.concat(parts).toString()))
          response.end()
        })
      },
    })
    const { add, call, clock, tick } = await createPageKit({ store: openStore() })
    await call('POST', '/webhook_endpoints', {
      body: { url: site.url('/hook'), events: ['knowledge.source_failed'] },
    })
    const source = await add(site.url('/missing'))
    await tick()
    clock.advance(3_000)
    expect(await tick()).toMatchObject({ built: 1, attempted: 1 })
    expect(bodies).toEqual([
      expect.objectContaining({
        type: 'knowledge.source_failed',
        data: { object: { ...source, status: 'failed', error: 'HTTP 404' }, error: 'HTTP 404' },
      }),
    ])
  })

  test('has a null object if the page was deleted before the payload was built', async () => {
    const site = await pageServer({})
    const { add, call, clock, events, tick } = await createPageKit({ store: openStore() })
    const source = await add(site.url('/missing'))
    await tick()
    await call('DELETE', `/knowledge/sources/${source.id}`)
    clock.advance(3_000)
    await tick()
    expect(await events()).toMatchObject([{ data: { object: null, error: 'HTTP 404' } }])
  })
})
