import type { KnownChatChunk } from './chat-chunk.ts'
import type { ChatTextPart } from './chat-message.ts'
import type { PartList } from './part-list.ts'

type BlockKind = 'text' | 'reasoning'
type BlockChunk<Action extends string> = Extract<KnownChatChunk, { type: `${BlockKind}-${Action}` }>

/** The text and reasoning parts of a message: each begins, grows and ends, several may be open at once. */
export interface BlockParts {
  begin: (kind: BlockKind, chunk: BlockChunk<'start' | 'delta'>) => number
  extend: (kind: BlockKind, chunk: BlockChunk<'delta'>) => void
  end: (kind: BlockKind, chunk: BlockChunk<'end'>) => void
  /** Forgets the open parts: what comes for them later begins new ones. */
  forget: () => void
}

/** Keeps the text and reasoning parts in a list. A chunk of a part that never began is told to `onOrphan`. */
export function createBlockParts(
  parts: PartList,
  onOrphan: (chunk: KnownChatChunk) => void,
): BlockParts {
  const open = new Map<string, number>()

  const begin: BlockParts['begin'] = (kind, { id, providerMetadata }) => {
    const begun = {
      text: '',
      ...(providerMetadata && { providerMetadata }),
      state: 'streaming',
    } as const
    const index = parts.add(
      kind === 'text' ? { type: kind, ...begun } : { type: kind, id, ...begun },
    )
    open.set(kind + id, index)
    return index
  }

  const change = (index: number, chunk: BlockChunk<string>, fields: Partial<ChatTextPart>) => {
    const { providerMetadata } = chunk
    const part = parts.live[index] as ChatTextPart
    parts.set(index, { ...part, ...(providerMetadata && { providerMetadata }), ...fields })
  }

  return {
    begin,
    extend(kind, chunk) {
      let index = open.get(kind + chunk.id)
      if (index === undefined) {
        // Words are worth more than order: they open the part that nobody announced.
        onOrphan(chunk)
        index = begin(kind, chunk)
      }
      change(index, chunk, { text: (parts.live[index] as ChatTextPart).text + chunk.delta })
    },
    end(kind, chunk) {
      const index = open.get(kind + chunk.id)
      if (index === undefined) return onOrphan(chunk)
      open.delete(kind + chunk.id)
      const citations = 'citations' in chunk && chunk.citations
      change(index, chunk, { ...(citations && { citations }), state: 'done' })
    },
    forget: () => open.clear(),
  }
}
