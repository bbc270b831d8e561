import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { createClient } from '@doorkit/client'
import { type Agent, createDoorkit, type Doorkit, memoryStore } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import { startChromium } from '@doorkit/tests/chromium'
import { widgetAssets } from '@doorkit/widget/assets'
import type { Bench, Table } from '../report.ts'
import { median } from '../statistics.ts'
import { bareScript } from './bare-script.ts'
import { listen } from './listen.ts'
import { fetchPeers } from './peers.ts'
import { openPage, type Script, type WidgetPage } from './widget-page.ts'

const whole = { rounds: 5, words: 200, messages: 1_000 }
const quick = { rounds: 1, words: 5, messages: 5 }

export const widgetBench: Bench = {
  summary: 'the widget: bytes, processor time until it is open and for each word, memory',
  async run(options) {
    const amounts = options.quick ? quick : whole
    const bytes = await measureBytes(!options.quick && !options.short)
    const site = await serveSite(amounts.words)
    const chromium = await startChromium()
    try {
      const visits: Visit[] = []
      for (let round = 0; round < amounts.rounds; round += 1) {
        for (const kind of kinds) {
          const page = await openPage(chromium, site.origin)
          visits.push(await measureVisit(page, kind, amounts.words))
          await page.close()
        }
      }
      const figures = (of: (visit: Visit) => number) =>
        kinds.map((kind) => median(visits.filter((visit) => visit.kind === kind).map(of)))
      const opens = figures(({ shownMs, openMs }) => shownMs + openMs)
      const page = await openPage(chromium, site.origin)
      const memory = await measureMemory(page, site, amounts.messages)
      return {
        tables: [
          bytes.table,
          {
            title: 'Processor time of the main thread, in ms',
            columns: ['', ...kinds.map(({ name }) => name)],
            rows: [
              ['from the tag until the button is shown', ...figures(({ shownMs }) => shownMs)],
              ['from the click until the chat is painted', ...figures(({ openMs }) => openMs)],
              [
                'the animation after that, and the checks for its end',
                ...figures(({ movementMs }) => movementMs),
              ],
              ['each streamed word', ...figures(({ wordMs }) => wordMs)],
            ],
          },
          {
            title: 'Memory of the page, after a garbage collection',
            columns: ['', 'MB of heap', 'nodes'],
            rows: memory,
          },
        ],
        targets: [
          { name: 'bytes of the loader, gzipped', value: bytes.loader, atMost: 2_000 },
          { name: 'bytes of the widget, gzipped', value: bytes.widget, atMost: 20_000 },
          { name: 'processor ms until the widget is open', value: opens[0] ?? 0, atMost: 30 },
        ],
      }
    } finally {
      await chromium.close()
      await site.close()
    }
  },
}

async function measureBytes(withPeers: boolean) {
  const assets = await widgetAssets()
  const [loader, widget] = assets.map(({ text }) => Buffer.from(text))
  if (!loader || !widget) throw new Error('The widget must have two files.')
  const files = [
    { name: 'the loader', text: loader },
    { name: 'the widget', text: widget },
    ...(withPeers ? fetchPeers() : []),
  ]
  const table: Table = {
    title: 'Bytes that a page loads, compared with the bundles of other widgets',
    columns: ['', 'minified', 'gzipped'],
    rows: files.map(({ name, text }) => [name, text.length, gzipped(text)]),
  }
  return { loader: gzipped(loader), widget: gzipped(widget), table }
}

const gzipped = (text: Buffer) => gzipSync(text, { level: 9 }).length

interface Kind {
  readonly name: string
  readonly script: Script
  /** The factor by which the processor of the page is slowed down. */
  readonly slowdown: number
}

const kinds: readonly Kind[] = [
  { name: 'the widget', script: 'widget', slowdown: 1 },
  { name: 'a bare window', script: 'bare', slowdown: 1 },
  { name: 'the widget, throttled', script: 'widget', slowdown: 4 },
  { name: 'a bare window, throttled', script: 'bare', slowdown: 4 },
]

type Visit = Awaited<ReturnType<typeof measureVisit>>

/** Measures a visit: the visitor opens the window and, in the widget, gets an answer. */
async function measureVisit(page: WidgetPage, kind: Kind, words: number) {
  const { script, slowdown } = kind
  await page.call('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const before = await page.threadMs()
  await page.add(script)
  const shown = await page.threadMs()
  await page.open()
  const opened = await page.threadMs()
  await page.settle()
  const settled = await page.threadMs()
  if (script === 'widget') {
    await page.say('Count.')
    await page.until(`shadow().querySelectorAll('.log .assistant').length === 1`)
  }
  const read = await page.threadMs()
  return {
    kind,
    shownMs: shown - before,
    openMs: opened - shown,
    movementMs: settled - opened,
    wordMs: (read - settled) / words,
  }
}

type Site = Awaited<ReturnType<typeof serveSite>>

async function measureMemory(
  page: WidgetPage,
  { doorkit, workspace, latest }: Site,
  count: number,
) {
  const memoryOf = async (name: string) => [name, ...(await page.memory())]
  const empty = await memoryOf('without the widget')
  await page.add('widget')
  await page.open()
  await page.say('Count.')
  await page.until(`shadow().querySelectorAll('.log .assistant').length === 1`)
  const opened = await memoryOf('opened, with an answer')
  const people = doorkit.people(workspace)
  const conversation = await latest()
  const person = { id: 'usr_1', name: 'Grace' }
  await people.join(conversation, person)
  for (let at = 0; at < count; at += 1) {
    await people.send(
      conversation,
      person,
      `Message ${at}: **we** hang it [on Thursday](https://acme.example/${at}).`,
    )
  }
  await page.until(`shadow().querySelectorAll('.log .message').length === ${count + 2}`)
  return [empty, opened, await memoryOf(`after ${count.toLocaleString('en')} messages`)]
}

async function serveSite(words: number) {
  const doorkit: Doorkit = createDoorkit({ store: memoryStore(), agent: speaker(words) })
  const acme = { name: 'Acme', website: 'https://acme.example' }
  const { id: workspace } = await doorkit.workspaces.create(acme)
  await doorkit.workspaces.update(workspace, { agent: { live: true } })
  const api = createServer(toNode(doorkit.site, { mountPath: '/site' }))
  const address = await listen(api)
  let siteKey = ''
  const pages = createServer(({ url }, response) => {
    if (url === '/bare.js') {
      response.setHeader('Content-Type', 'text/javascript').end(bareScript)
      return
    }
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(pageHtml(`${address}/site`, siteKey))
  })
  const origin = await listen(pages)
  siteKey = (await doorkit.siteKeys.update({ workspace, origins: [origin] })).id
  const { secret } = await doorkit.keys.create({ workspace, name: 'bench', access: 'full_access' })
  const team = createClient({
    apiKey: secret,
    baseUrl: 'http://localhost/v1',
    fetch: (url, init) => doorkit.fetch(new Request(url, init)),
  })
  return {
    doorkit,
    workspace,
    origin,
    /** The id of the newest conversation. */
    async latest() {
      const [conversation] = await team.conversations.list().toArray({ limit: 1_000 })
      return conversation?.id ?? ''
    },
    async close() {
      for (const server of [api, pages]) server.close().closeAllConnections()
      await doorkit.close()
    },
  }
}

const pageHtml = (baseUrl: string, siteKey: string) => `<!doctype html>
<meta charset="utf-8"><title>Acme</title><p>A page.</p>
<script>
function add(name) {
  const script = document.createElement('script')
  script.src = name === 'widget' ? '${baseUrl}/widget.js' : '/bare.js'
  script.dataset.siteKey = '${siteKey}'
  document.head.append(script)
}
const shadow = () => document.querySelector('doorkit-chat')?.shadowRoot
</script>`

/** An agent that says this many words, one every 20 milliseconds. */
const speaker = (words: number): Agent => ({
  async *reply() {
    yield { type: 'text-start', id: 'text' }
    for (let at = 0; at < words; at += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      yield { type: 'text-delta', id: 'text', delta: at % 12 === 11 ? 'end.\n\n' : '**word** ' }
    }
    yield { type: 'text-end', id: 'text' }
  },
})
