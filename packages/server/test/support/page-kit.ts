import { KnowledgeSource, type WebhookEvent } from '@doorkit/models'
import type { Store } from '@doorkit/store'
import { onTestFinished } from 'vitest'
import { knowledgePassages } from '../../src/collections/knowledge-document.ts'
import type { CrawledPage, Crawler } from '../../src/index.ts'
import { caller, createKit, type KitOptions, testStart } from './kit.ts'
import { html, type PageRoute } from './page-server.ts'

/** A kit that reads pages, with the calls that tests of pages need. */
export async function createPageKit(options: KitOptions = {}) {
  const kit = await createKit({ allowPrivatePages: true, ...options })
  onTestFinished(() => kit.doorkit.close())
  const call = caller(kit)
  const { clock, doorkit, store } = kit
  return {
    clock,
    call,
    doorkit,
    store,
    workspace: kit.workspace,
    tick: () => doorkit.worker.tick(),
    add: async (url: string): Promise<KnowledgeSource> =>
      (await call('POST', '/knowledge/sources', { body: { url } })).json,
    get: async (id: string): Promise<KnowledgeSource> =>
      KnowledgeSource.parse((await call('GET', `/knowledge/sources/${id}`)).json),
    refresh: async (id: string) => await call('POST', `/knowledge/sources/${id}/refresh`),
    /** The events about failed knowledge sources, newest first. */
    events: async () =>
      ((await call('GET', '/events')).json.data as WebhookEvent[]).filter(
        ({ type }) => type === 'knowledge.source_failed',
      ),
    /** The agent's answer to a question. */
    ask: async (text: string): Promise<string> => {
      const session = await call('POST', '/chat/sessions', { body: {} })
      const path = `/chat/sessions/${session.json.id}/messages`
      return (await call('POST', path, { body: { text } })).json.message.text
    },
    passages: () => passagesOf(store),
  }
}

async function passagesOf(store: Store): Promise<string[]> {
  const rows = await knowledgePassages.list(store, {
    index: 'knowledge_chunks_source',
    where: [],
    dir: 'asc',
    limit: 1_000,
  })
  return rows.map(({ data }) => data.text)
}

/** A time after the beginning of the test. */
export const after = (milliseconds: number) => new Date(testStart + milliseconds).toISOString()

/** A page with a text that the test sets. While the text is null, the page answers 503. */
export function changingPage(first: string | null) {
  const page = { says: first as string | null }
  const route: PageRoute = (_request, response) =>
    page.says === null ? html(response, 'Broken', 503) : html(response, page.says)
  return Object.assign(page, { route })
}

/** A crawler whose readings the test ends one by one. */
export function steeredCrawler() {
  const started: { url: string; signal: AbortSignal; end: (page: CrawledPage | Error) => void }[] =
    []
  const waiting: (() => void)[] = []
  const crawler: Crawler = {
    read: (url, { signal }) =>
      new Promise((resolve, reject) => {
        const end = (page: CrawledPage | Error) =>
          page instanceof Error ? reject(page) : resolve(page)
        started.push({ url, signal, end })
        waiting.shift()?.()
      }),
  }
  return {
    crawler,
    started,
    /** The reading with this number, once it has started. */
    reading: async (number: number) => {
      while (started.length <= number) await new Promise<void>((resolve) => waiting.push(resolve))
      const reading = started[number]
      if (!reading) throw new Error('There is no such reading.')
      return reading
    },
  }
}

/** A page with one text, as a crawler returns it. */
export const crawled = (text: string, title: string | null = 'Title'): CrawledPage => ({
  title,
  sections: [{ heading: null, text }],
})
