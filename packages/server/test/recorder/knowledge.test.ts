import { describe, expect, test } from 'vitest'
import { caller, createKit } from '../support/kit.ts'
import { type OpenStore, overMemory } from '../support/stores.ts'

const page = {
  title: 'Prices',
  sections: [{ heading: 'Plans', text: 'A plan costs twelve euros a month.' }],
}

async function setUp(openStore: OpenStore) {
  const kit = await createKit({
    store: openStore(),
    resolve: async () => ['93.184.216.34'],
    crawler: {
      read() {
        throw new Error('The host reads its pages itself.')
      },
    },
  })
  const call = caller(kit)
  const body = { url: 'https://acme.example/prices' }
  const source: string = (await call('POST', '/knowledge/sources', { body })).json.id
  const record = kit.doorkit.record(kit.workspace.id).knowledge
  const show = async () => (await call('GET', `/knowledge/sources/${source}`)).json
  const listFailures = async (): Promise<unknown[]> =>
    (await call('GET', '/events')).json.data.filter(
      ({ type }: { type: string }) => type === 'knowledge.source_failed',
    )
  return { ...kit, call, source, record, show, listFailures }
}

overMemory((openStore) => {
  describe('knowledge: pages that the host reads', () => {
    test('a page that was read is ready, and the agent answers from it', async () => {
      const { record, source, show, call } = await setUp(openStore)
      await record.pageRead(source, page)
      expect(await show()).toMatchObject({ status: 'ready', title: 'Prices', error: null })
      const session = (await call('POST', '/chat/sessions', { body: {} })).json.id
      const { json } = await call('POST', `/chat/sessions/${session}/messages`, {
        body: { text: 'How much does a plan cost?' },
      })
      expect(json.message.text).toContain('twelve euros')
    })

    test('a failure keeps the last good content and emits one event per report id', async () => {
      const { record, source, show, listFailures } = await setUp(openStore)
      await record.pageRead(source, page)
      const fail = () => record.pageFailed(source, { error: 'HTTP 503' }, { key: 'reading 2' })
      await Promise.all([fail(), fail(), fail()])
      expect(await show()).toMatchObject({
        status: 'failed',
        error: 'HTTP 503',
        title: 'Prices',
        chunks: 1,
      })
      expect(await listFailures()).toEqual([
        expect.objectContaining({ data: expect.objectContaining({ error: 'HTTP 503' }) }),
      ])
    })

    test('the worker does not read a page that the host has read', async () => {
      const { record, source, show, doorkit } = await setUp(openStore)
      await record.pageRead(source, page)
      await doorkit.worker.tick()
      expect(await show()).toMatchObject({ status: 'ready' })
    })

    test('a page without text counts as failed', async () => {
      const { record, source, show, listFailures } = await setUp(openStore)
      await record.pageRead(source, { sections: [] })
      expect(await show()).toMatchObject({ status: 'failed' })
      expect(await listFailures()).toHaveLength(1)
    })

    test('unusable input and pages of other workspaces are refused', async () => {
      const { record, source, doorkit } = await setUp(openStore)
      await expect(record.pageFailed(source, { error: '' })).rejects.toMatchObject({
        code: 'invalid_input',
        param: 'error',
      })
      const other = await doorkit.workspaces.create({ name: 'B', website: 'https://b.example' })
      const theirs = doorkit.record(other.id).knowledge
      await expect(theirs.pageRead(source, page)).rejects.toMatchObject({ code: 'not_found' })
    })
  })
})
