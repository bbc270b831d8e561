import { createDoorkit, memoryStore } from '@doorkit/server'

/**
 * Starts a kit with a workspace and an API key. The kit's agent sends two texts. If `waits` is set, the
 * agent waits between the texts until `finish` is called.
 *
 * @param textsOf - returns the two texts of the answer to a message, and whether to wait between them.
 */
export async function startChatKit(textsOf) {
  let finish = () => {}
  const agent = {
    async *reply({ messages }) {
      const { texts, waits } = textsOf(messages.at(-1).text)
      yield { type: 'text-start', id: 'a' }
      yield { type: 'text-delta', id: 'a', delta: texts[0] }
      if (waits) await new Promise((resolve) => (finish = resolve))
      yield { type: 'text-delta', id: 'a', delta: texts[1] }
      yield { type: 'text-end', id: 'a' }
    },
  }
  const kit = createDoorkit({ store: memoryStore(), agent })
  const website = 'https://a.example'
  const { id: workspace } = await kit.workspaces.create({ name: 'A', website, plan: 'apex' })
  const { secret } = await kit.keys.create({ workspace, name: 'All', access: 'full_access' })
  return { kit, apiKey: secret, finish: () => finish() }
}
