import type { ChatMessagePart } from './chat-message.ts'

/** The parts that were replaced or cut off after an epoch, by index, and the next epoch. */
interface Undo {
  removed: Map<number, ChatMessagePart>
  newer: Epoch
}

/**
 * Versions between which the list only grew. The undo turns a version of the next epoch back into the newest
 * version of this one. Appending starts no epoch: a chain with a link for each part would keep every link in
 * memory.
 */
interface Epoch {
  undo?: Undo
}

/** A version of a {@link PartList}. */
interface PartVersion {
  epoch: Epoch
  length: number
}

/**
 * The parts of a message, changed in place but still readable at any earlier version. The cost of a
 * change depends only on its size; reading a version copies the list once. So a message of many parts is
 * built in linear time, and only a reader of every snapshot pays more.
 */
export type PartList = ReturnType<typeof createPartList>

export function createPartList() {
  const parts: ChatMessagePart[] = []
  let epoch: Epoch = {}
  let version: PartVersion | undefined
  // Only the parts of a version that was returned need an undo.
  let returnedLength = 0

  const remember = (start: number, end: number) => {
    version = undefined
    for (let index = start; index < end && index < returnedLength; index += 1) {
      epoch.undo ??= { removed: new Map(), newer: {} }
      const { removed } = epoch.undo
      if (!removed.has(index)) removed.set(index, parts[index] as ChatMessagePart)
    }
  }

  return {
    parts: parts as readonly ChatMessagePart[],
    /** Replaces the part at an index, or appends one at the length of the list. */
    set(index: number, part: ChatMessagePart) {
      remember(index, index + 1)
      parts[index] = part
    },
    truncate(length: number) {
      if (length === parts.length) return
      remember(length, parts.length)
      parts.splice(length)
    },
    /** The newest version: the same object until the list changes. */
    version() {
      if (epoch.undo) epoch = epoch.undo.newer
      returnedLength = parts.length
      version ??= { epoch, length: returnedLength }
      return version
    },
    read({ epoch, length }: PartVersion) {
      const undos: Undo[] = []
      for (let { undo } = epoch; undo; { undo } = undo.newer) undos.push(undo)
      const copy = [...parts]
      for (const { removed } of undos.reverse())
        removed.forEach((part, index) => {
          copy[index] = part
        })
      copy.length = length
      return copy
    },
  }
}
