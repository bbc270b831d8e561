import type { ChatMessagePart } from './chat-message.ts'

/** The parts that were replaced or cut off, and the epoch that began then. */
interface Undo {
  start: number
  /** Whether the list was truncated at `start`. */
  isCut: boolean
  removed: ChatMessagePart[]
  newer: Epoch
}

/**
 * A period in which parts were only appended. Its undo leads from the next epoch back to its own end.
 * Appending starts no epoch: a chain with a link for each part would keep all of them in memory.
 */
interface Epoch {
  undo?: Undo
}

/** One version of a {@link PartList}. */
interface PartVersion {
  epoch: Epoch
  length: number
}

/**
 * The parts of a message, changed in place but still readable at any earlier version. A change costs
 * only its own size; reading a version copies the list once. So a message of many parts is built in
 * linear time, and only a reader of every snapshot pays more.
 */
export interface PartList {
  /** The current parts. */
  readonly live: readonly ChatMessagePart[]
  /** Replaces the part at an index, or appends one at the length of the list. */
  set: (index: number, part: ChatMessagePart) => void
  /** Removes the parts from an index on. */
  truncate: (length: number) => void
  /** The newest version: the same object until the list changes. */
  version: () => PartVersion
  read: (version: PartVersion) => ChatMessagePart[]
}

/** Creates an empty {@link PartList}. */
export function createPartList(): PartList {
  const live: ChatMessagePart[] = []
  let epoch: Epoch = {}
  let version: PartVersion | undefined
  // A version that was never returned needs no undo.
  let isGiven = false

  const remember = (start: number, end: number, isCut: boolean) => {
    version = undefined
    if (!isGiven) return
    isGiven = false
    const newer = {}
    epoch.undo = { start, isCut, removed: live.slice(start, end), newer }
    epoch = newer
  }

  return {
    live,
    set(index, part) {
      if (index < live.length) remember(index, index + 1, false)
      else version = undefined
      live[index] = part
    },
    truncate(length) {
      remember(length, live.length, true)
      live.splice(length)
    },
    version() {
      isGiven = true
      version ??= { epoch, length: live.length }
      return version
    },
    read({ epoch, length }) {
      const undos = []
      for (let { undo } = epoch; undo; { undo } = undo.newer) undos.push(undo)
      const parts = [...live]
      for (const { start, isCut, removed } of undos.reverse()) {
        if (isCut) parts.length = start
        for (const [offset, part] of removed.entries()) parts[start + offset] = part
      }
      parts.length = length
      return parts
    },
  }
}
