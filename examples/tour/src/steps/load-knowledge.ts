import type { Client } from '@doorkit/client'
import { heading, say } from '../step.ts'

const documents = [
  {
    name: 'Opening hours',
    content: 'We are open from Monday to Friday, 9:00 to 17:00. On Saturdays we answer email only.',
  },
  {
    name: 'Prices',
    content: 'The Team plan costs 3 euros per person per month. The first 30 days are free.',
  },
]

/** Adds the documents from which the agent answers. */
export async function loadKnowledge(chat: Client): Promise<void> {
  const loaded: string[] = []
  for (const document of documents) {
    const { id, name, chunks } = await chat.knowledgeDocuments.create(document)
    loaded.push(`${id} "${name}" in ${chunks} ${chunks === 1 ? 'passage' : 'passages'}`)
  }
  say(`${heading('Knowledge')}${loaded.join(', ')}`)
}
