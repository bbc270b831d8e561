import type { ChatMessagePart } from './chat-message.ts'

/** The parts that a change replaced or cut off, and the epoch that began with the change. */
interface Undo {
  start: number
  /** Whether the list was truncated at `start`. */
  isCut: boolean
  removed: ChatMessagePart[]
  newer: Epoch
}

/**
 * The time from one change that needs an undo to the next. After a version is returned, the list only grows
 * until the epoch ends. The undo turns the list at the start of the next epoch back into the list at the end
 * of this one. Appending starts no epoch: a chain with a link for each part would keep every link in memory.
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
  // Only a version that was returned needs an undo.
  let wasReturned = false

  const remember = (start: number, end: number, isCut: boolean) => {
    version = undefined
    if (!wasReturned) return
    wasReturned = false
    const newer = {}
    epoch.undo = { start, isCut, removed: parts.slice(start, end), newer }
    epoch = newer
  }

  return {
    parts: parts as readonly ChatMessagePart[],
    /** Replaces the part at an index, or appends one at the length of the list. */
    set(index: number, part: ChatMessagePart) {
      if (index < parts.length) remember(index, index + 1, false)
      else version = undefined
      parts[index] = part
    },
    truncate(length: number) {
      if (length === parts.length) return
      remember(length, parts.length, true)
      parts.splice(length)
    },
    /** The newest version: the same object until the list changes. */
    version() {
      wasReturned = true
      version ??= { epoch, length: parts.length }
      return version
    },
    read({ epoch, length }: PartVersion) {
      const undos = []
      for (let { undo } = epoch; undo; { undo } = undo.newer) undos.push(undo)
      const copy = [...parts]
      for (const { start, isCut, removed } of undos.reverse()) {
        if (isCut) copy.length = start
        for (const [offset, part] of removed.entries()) copy[start + offset] = part
      }
      copy.length = length
      return copy
    },
  }
}
