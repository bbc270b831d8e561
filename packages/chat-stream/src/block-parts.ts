import type { KnownChatChunk } from './chat-chunk.ts'
import type { ChatTextPart } from './chat-message.ts'
import type { PartList } from './part-list.ts'
import { withoutUndefined } from './without-undefined.ts'

type BlockChunk<Action extends string> = Extract<
  KnownChatChunk,
  { type: `text-${Action}` | `reasoning-${Action}`; id: string }
>

// A text part and a reasoning part may have the same id, so the name begins with a letter of the type.
const nameOf = ({ type, id }: BlockChunk<string>) => type.charAt(0) + id

/**
 * Keeps the text and reasoning parts of a message in a list. Each starts, grows and ends; several may be
 * open at the same time. `onOrphan` is called with each delta and each end of a part that is not open.
 * Such a delta opens a new part.
 */
export function createBlockParts(
  { parts, set }: PartList,
  onOrphan: (chunk: KnownChatChunk) => void,
) {
  const openParts = new Map<string, number>()

  const begin = (chunk: BlockChunk<'start' | 'delta'>) => {
    const index = parts.length
    const { id, providerMetadata } = chunk
    const kind = chunk.type.startsWith('text') ? { type: 'text' } : { type: 'reasoning', id }
    const part = withoutUndefined({ ...kind, text: '', state: 'streaming', providerMetadata })
    set(index, part as ChatTextPart)
    openParts.set(nameOf(chunk), index)
    return index
  }

  return {
    begin,
    extend(chunk: BlockChunk<'delta'>) {
      let index = openParts.get(nameOf(chunk))
      if (index === undefined) {
        onOrphan(chunk)
        index = begin(chunk)
      }
      const part = parts[index] as ChatTextPart
      const extendedPart = { ...part, text: part.text + chunk.delta }
      if (chunk.providerMetadata) extendedPart.providerMetadata = chunk.providerMetadata
      set(index, extendedPart)
    },
    end(chunk: BlockChunk<'end'>) {
      const index = openParts.get(nameOf(chunk))
      if (index === undefined) return onOrphan(chunk)
      openParts.delete(nameOf(chunk))
      const citations = chunk.type === 'text-end' ? chunk.citations : undefined
      const fields = withoutUndefined({ citations, providerMetadata: chunk.providerMetadata })
      set(index, { ...parts[index], ...fields, state: 'done' } as ChatTextPart)
    },
    /** Forgets the open parts: a later delta of one starts a new part. */
    forget: () => openParts.clear(),
  }
}
