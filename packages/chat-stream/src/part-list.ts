import type { ChatMessagePart } from './chat-message.ts'

/** The parts that were changed in place, and the epoch that began then. */
interface Undo {
  start: number
  /** Whether the list ended at `start` afterwards. */
  isCut: boolean
  removed: ChatMessagePart[]
  newer: Epoch
}

/**
 * A time in which parts were appended and nothing else. It knows how to get back to its end from the next
 * newer one. Appending begins no epoch: a chain of one link for each part would keep all of them in memory
 * once one is old.
 */
interface Epoch {
  undo?: Undo
}

/** One state of a {@link PartList}. */
interface PartVersion {
  epoch: Epoch
  length: number
}

/**
 * The parts of a message: changed in place, and still readable as they were at any earlier version. A
 * change costs what it changes; reading a version copies the list once. So a message of many parts grows
 * in linear time, and whoever reads each snapshot pays for reading only.
 */
export interface PartList {
  /** The newest state. */
  readonly live: readonly ChatMessagePart[]
  /** Replaces the part at an index, or appends one at the length of the list. */
  set: (index: number, part: ChatMessagePart) => void
  /** Drops the parts from an index on. */
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
  // No caller can ask for a version that was never given out: it needs no way back.
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
