import { createClient } from '@doorkit/client'
import { expect, test } from 'vitest'
import { storeFolder } from './support/folder.ts'
import { type Served, startServing } from './support/processes.ts'

const { newStore } = storeFolder()

/** Reads everything of the demonstration through the API. */
async function contentOf({ facts }: Served) {
  const client = createClient({ apiKey: facts.api_key, baseUrl: facts.base_url })
  const everything = { limit: 10_000 }
  return {
    conversations: await client.conversations
      .list({ limit: 100, include_test: true })
      .toArray(everything),
    contacts: await client.contacts.list({ limit: 100 }).toArray(everything),
    documents: await client.knowledgeDocuments.list().toArray(everything),
    events: await client.events.list({ limit: 100 }).toArray(everything),
  }
}

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
  expect(content.documents).toHaveLength(3)
  expect(content.events.length).toBeGreaterThan(50)

  const { test_api_key: apiKey, base_url: baseUrl } = first.facts
  const sandbox = createClient({ apiKey, baseUrl })
  expect(await sandbox.conversations.list({ include_test: true }).first()).toBeUndefined()
  await first.kill()

  const second = await startServing('--store', store, '--demo')
  expect(await contentOf(second)).toEqual(content)
})
