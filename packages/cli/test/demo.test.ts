import { createClient } from '@doorkit/client'
import { expect, test } from 'vitest'
import { storeFolder } from './support/folder.ts'
import { type RunningServer, startServing } from './support/processes.ts'

const { newStore } = storeFolder()

/** Reads the lists that the demo fills, through the API. */
async function contentOf({ facts }: RunningServer, apiKey = facts.api_key) {
  const client = createClient({ apiKey, baseUrl: facts.base_url })
  const everything = { limit: 10_000 }
  return {
    conversations: await client.conversations
      .list({ limit: 100, include_test: true })
      .toArray(everything),
    contacts: await client.contacts.list({ limit: 100 }).toArray(everything),
    meetings: await client.meetings.list({ limit: 100, include_test: true }).toArray(everything),
    documents: await client.knowledgeDocuments.list().toArray(everything),
    sources: await client.knowledgeSources.list().toArray(everything),
    experiments: await client.experiments.list().toArray(everything),
    buttons: await client.chatButtons.list().toArray(everything),
    greetings: await client.linkGreetings.list().toArray(everything),
    links: await client.personalLinks.list({ limit: 100 }).toArray(everything),
    events: await client.events.list({ limit: 100 }).toArray(everything),
  }
}

function readAnalytics({ facts }: RunningServer) {
  const client = createClient({ apiKey: facts.api_key, baseUrl: facts.base_url })
  return client.analytics.get({ range: '90d' })
}

// packages/cli/README.md#serving
test('--demo fills the live workspace once, and leaves the test workspace empty', async () => {
  const store = newStore()
  const first = await startServing('--store', store, '--demo')
  const content = await contentOf(first)
  const shown = content.conversations.filter((conversation) => !conversation.test)
  expect(shown.length).toBeGreaterThanOrEqual(120)
  expect(content.conversations.length).toBeGreaterThan(shown.length)
  for (const outcome of ['lead', 'handoff', 'meeting']) {
    expect(shown.filter((conversation) => conversation.outcome === outcome).length).toBeGreaterThan(
      10,
    )
  }
  expect(shown.filter(({ evaluation }) => evaluation !== null).length).toBeGreaterThan(100)
  expect(content.contacts).toHaveLength(60)
  expect(content.meetings.filter((meeting) => !meeting.test)).toHaveLength(20)
  expect(content.meetings.length).toBeGreaterThan(20)
  expect(content.documents).toHaveLength(3)
  expect(content.sources.map(({ status }) => status).sort()).toEqual(['failed', 'ready'])
  expect(content.experiments.map(({ status }) => status)).toEqual([
    'running',
    'winner_found',
    'stopped',
  ])
  expect(content.buttons).toHaveLength(3)
  expect(content.greetings).toHaveLength(2)
  expect(content.links).toHaveLength(30)
  expect(content.events.length).toBeGreaterThan(50)
  const analytics = await readAnalytics(first)
  const [visitors, ...stages] = analytics.funnel.map((stage) => stage.visitors)
  expect(visitors).toBeGreaterThan(1_000)
  expect(stages.at(-1)).toBe(20)

  const testContent = await contentOf(first, first.facts.test_api_key)
  expect(Object.values(testContent).flat()).toEqual([])
  await first.kill()

  const second = await startServing('--store', store, '--demo')
  expect(await contentOf(second)).toEqual(content)
  expect((await readAnalytics(second)).funnel).toEqual(analytics.funnel)
})
