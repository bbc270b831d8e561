import type { WriteOp } from '@doorkit/store'
import { expect, test } from 'vitest'
import { knowledgePassages } from '../../src/collections/knowledge-document.ts'
import { sources } from '../../src/collections/knowledge-source.ts'
import { commitChange } from '../../src/commit/commit-change.ts'
import { createIds } from '../../src/ids/ids.ts'
import { type CrawlResult, readingOps } from '../../src/knowledge/store-reading.ts'
import { createKeyedMutex } from '../../src/services/keyed-mutex.ts'
import type { Services } from '../../src/services/services.ts'
import { interposedStore } from '../support/interposed-store.ts'
import { after, crawled, createPageKit, steeredCrawler } from '../support/page-kit.ts'
import { describeOverMemory } from '../support/stores.ts'

type PageKit = Awaited<ReturnType<typeof createPageKit>>

/** The services that a reading needs. */
const servicesOf = ({ clock, store }: PageKit) =>
  ({
    clock,
    store,
    makeId: createIds(clock.now),
    writeMutex: createKeyedMutex(),
    checkClock: () => {},
    payloadDelayMs: 3_000,
  }) as unknown as Services

interface PageRef {
  readonly workspace: string
  readonly id: string
}

/** Records a reading that the host made itself. */
const storeReading = (services: Services, page: PageRef, reading: CrawlResult) =>
  commitChange(services, page.workspace, async (at) => {
    const ops = await readingOps(services, page, reading, at)
    return { ops, reply: ops }
  })

const changesPage = (op: WriteOp) => op.op !== 'insert' && op.in === sources.plan.name

describeOverMemory('a reading of the host', (openStore) => {
  test('replaces a due reading', async () => {
    const kit = await createPageKit({ store: openStore() })
    const { id } = await kit.add('https://acme.example/')
    const page = { workspace: kit.workspace.id, id }
    await storeReading(servicesOf(kit), page, { page: crawled('Given.') })
    const row = await sources.get(kit.store, page.workspace, id)
    expect(row?.columns).toMatchObject({ status: 'ready', due_at: null })
    expect(await kit.get(id)).toMatchObject({ status: 'ready', characters: 6 })
    expect(await kit.tick()).toMatchObject({ read: 0 })
    expect(await kit.passages()).toEqual(['Given.'])
  })

  test('replaces a reading in progress', async () => {
    const { crawler, reading } = steeredCrawler()
    const kit = await createPageKit({ store: openStore(), crawler })
    const { id } = await kit.add('https://acme.example/')
    const busy = kit.tick()
    const late = await reading(0)
    await storeReading(servicesOf(kit), { workspace: kit.workspace.id, id }, { error: 'HTTP 410' })
    late.end(crawled('Too late.'))
    await busy
    expect(await kit.get(id)).toMatchObject({ status: 'failed', error: 'HTTP 410' })
    expect(await kit.passages()).toEqual([])
    expect(await kit.events()).toHaveLength(1)
  })

  test('of a page that does not exist records nothing', async () => {
    const kit = await createPageKit({ store: openStore() })
    await kit.add('https://acme.example/')
    const missing = 'src_00000000000000000000000000'
    expect(
      await storeReading(
        servicesOf(kit),
        { workspace: kit.workspace.id, id: missing },
        { error: 'HTTP 404' },
      ),
    ).toEqual([])
    expect(await kit.events()).toEqual([])
  })

  test('is stored without characters that some stores refuse', async () => {
    const kit = await createPageKit({ store: openStore() })
    const { id } = await kit.add('https://acme.example/')
    const page = {
      title: 'A\0b',
      sections: [{ heading: 'C\uD800d', text: 'e\0f \uDC00 😀' }],
    }
    await storeReading(servicesOf(kit), { workspace: kit.workspace.id, id }, { page })
    expect((await kit.get(id)).title).toBe('Ab')
    const query = { index: 'knowledge_chunks_source', where: [], dir: 'asc', limit: 10 } as const
    const passages = await knowledgePassages.list(kit.store, query)
    expect(passages).toMatchObject([{ data: { heading: 'C\uFFFDd', text: 'ef \uFFFD 😀' } }])
    await storeReading(
      servicesOf(kit),
      { workspace: kit.workspace.id, id },
      { error: 'No\0 \uD83D' },
    )
    expect((await kit.get(id)).error).toBe('No \uFFFD')
  })
})

describeOverMemory('a reading', (openStore) => {
  test('that races a refresh is recorded, and followed by another reading', async () => {
    const { beforeCommit, store } = interposedStore(openStore())
    const { crawler, reading } = steeredCrawler()
    const kit = await createPageKit({ crawler, store })
    const { id } = await kit.add('https://acme.example/')
    const busy = kit.tick()
    const first = await reading(0)
    beforeCommit(changesPage, () => kit.refresh(id))
    first.end(crawled('Old.'))
    const second = await reading(1)
    expect(await kit.get(id)).toMatchObject({ status: 'pending', characters: 4 })
    second.end(crawled('New.'))
    await busy
    expect(await kit.get(id)).toMatchObject({ status: 'ready' })
    expect(await kit.passages()).toEqual(['New.'])
  })

  test('that races the deletion of its page leaves nothing', async () => {
    const { beforeCommit, store } = interposedStore(openStore())
    const { crawler, reading } = steeredCrawler()
    const kit = await createPageKit({ crawler, store })
    const { id } = await kit.add('https://acme.example/')
    const busy = kit.tick()
    const only = await reading(0)
    beforeCommit(changesPage, () => kit.call('DELETE', `/knowledge/sources/${id}`))
    only.end(crawled('Text.'))
    await busy
    expect((await kit.call('GET', `/knowledge/sources/${id}`)).status).toBe(404)
    expect(await kit.passages()).toEqual([])
  })

  test('that is committed during the deletion of its page leaves nothing either', async () => {
    const { beforeCommit, store } = interposedStore(openStore())
    const kit = await createPageKit({ store })
    const { id } = await kit.add('https://acme.example/')
    let writes = 0
    beforeCommit(changesPage, async () => {
      const page = { workspace: kit.workspace.id, id }
      writes = (await storeReading(servicesOf(kit), page, { page: crawled('Text.') })).length
    })
    expect((await kit.call('DELETE', `/knowledge/sources/${id}`)).status).toBe(200)
    expect(writes).toBeGreaterThan(0)
    expect(await kit.passages()).toEqual([])
  })

  test('that races readers of changes emits an event that is dated after their reads', async () => {
    const { beforeCommit, store } = interposedStore(openStore())
    const kit = await createPageKit({ store })
    const { id } = await kit.add('https://acme.example/')
    beforeCommit(changesPage, async () => {
      kit.clock.advance(5_000)
      await kit.call('GET', '/events')
      await kit.call('GET', '/contacts')
    })
    await storeReading(servicesOf(kit), { workspace: kit.workspace.id, id }, { error: 'HTTP 404' })
    // A repeated change is dated as far ahead as its last attempt took, but at most a second.
    expect(await kit.events()).toMatchObject([{ created_at: after(6_000) }])
  })
})
