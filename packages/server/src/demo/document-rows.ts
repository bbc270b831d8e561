import { chunks, documents } from '../collections/knowledge-document.ts'
import { chunkText } from '../knowledge/chunk.ts'
import { countCharacters } from '../knowledge/count-characters.ts'
import type { WriteOp } from '../store/index.ts'
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
