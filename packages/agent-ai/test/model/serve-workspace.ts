import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@doorkit/client'
import { type CrawledPage, createDoorkit, type DoorkitOptions, manualClock } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import { memoryStore, type Store } from '@doorkit/store'
import { onTestFinished } from 'vitest'

/** The options of a served workspace. */
export interface ServedOptions
  extends Partial<Omit<DoorkitOptions, 'store' | 'clock' | 'crawler'>> {
  /** Documents of the team, by name. */
  readonly documents?: Readonly<Record<string, string>> | undefined
  /** Pages of the website, by path. */
  readonly pages?: Readonly<Record<string, CrawledPage>> | undefined
  /** Closed when the test has finished. Default: in memory. */
  readonly store?: Store | undefined
}

const site = 'https://www.lumen.example'

/** The workspace Lumen, served over HTTP until the test has finished. */
export async function serve({
  documents = {},
  pages = {},
  store = memoryStore(),
  ...options
}: ServedOptions) {
  const clock = manualClock(Date.UTC(2026, 10, 24, 9))
  const logged: unknown[] = []
  const log = (...record: unknown[]) => logged.push(record)
  const doorkit = createDoorkit({
    logger: { debug: log, info: log, warn: log, error: log },
    // No test depends on the name servers of the network.
    resolve: async () => ['93.184.215.14'],
    ...options,
    store,
    clock,
    crawler: {
      async read(url) {
        const page = pages[new URL(url).pathname]
        if (!page) throw new Error(`There is no page ${url}.`)
        return page
      },
    },
  })
  const workspace = await doorkit.workspaces.create({ name: 'Lumen', website: site, plan: 'apex' })
  await doorkit.workspaces.update(workspace.id, {
    agent: {
      live: true,
      instructions: 'Mention our repairs.',
      handoff: { enabled: true, hours: null },
      booking: { enabled: true, url: 'https://cal.example/lumen' },
    },
  })
  const { secret } = await doorkit.keys.create({
    workspace: workspace.id,
    name: 'Test',
    access: 'full_access',
  })
  const server = createServer(toNode(doorkit)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = createClient({ apiKey: secret, baseUrl: `${origin}/v1`, maxRetries: 0 })
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await doorkit.close()
  })
  for (const [name, content] of Object.entries(documents)) {
    await client.knowledgeDocuments.create({ name, content })
  }
  for (const path of Object.keys(pages)) {
    await client.knowledgeSources.create({ url: `${site}${path}` })
  }
  if (Object.keys(pages).length > 0) while ((await doorkit.worker.tick()).read > 0) {}
  return {
    doorkit,
    workspace,
    client,
    clock,
    /** Everything that was logged, as text. */
    log: () => logged.map((record) => textOf(record)).join('\n'),
    /** Sends a message, and returns the status, the whole body, and the answer in it. */
    async say(session: string, text: string) {
      const response = await fetch(`${origin}/v1/chat/sessions/${session}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ text, stream: true }),
      })
      const body = await response.text()
      return { status: response.status, body, answer: answerIn(body) }
    },
  }
}

/** The text of the answer in a stream. */
function answerIn(body: string): string {
  const deltas = body.matchAll(/^data: (\{"type":"text-delta".*\})$/gm)
  return [...deltas].map(([, json = '{}']) => JSON.parse(json).delta).join('')
}

/** A log record with the causes of its errors, as a logger prints them. */
function textOf(record: unknown): string {
  return JSON.stringify(record, (_, value) =>
    value instanceof Error
      ? { ...value, name: value.name, message: value.message, cause: value.cause }
      : value,
  )
}
