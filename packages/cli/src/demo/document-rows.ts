import { chunks, chunkText, countCharacters, documents } from '@doorkit/server/internal'
import type { WriteOp } from '@doorkit/server/store'
import type { DemoId } from './demo-ids.ts'
import { documentTexts } from './document-texts.ts'

/** The writes that store the demo's documents, with the passages the agent searches. */
export function documentRows(workspace: string, demoId: DemoId, at: number): WriteOp[][] {
  return documentTexts.map(({ name, content }) => {
    const id = demoId('knowledgeDocument', name, at)
    const passages = chunkText(content)
    return [
      documents.insert(
        id,
        { workspace, created_at: at, updated_at: at },
        { name, content, characters: countCharacters(content), chunks: passages.length },
      ),
      ...passages.map((text, position) =>
        chunks.insert(
          `${id}.${position}`,
          { workspace, source: id, position },
          { text, title: name },
        ),
      ),
    ]
  })
}
