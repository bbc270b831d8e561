import type { ChatMessagePart } from './chat-message.ts'

/** One state of a {@link PartList}. It knows how to get back to itself from the next newer state. */
interface PartVersion {
  undo?: { start: number; added: number; removed: ChatMessagePart[]; newer: PartVersion }
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
  version: () => PartVersion
  read: (version: PartVersion) => ChatMessagePart[]
}

/** Creates an empty {@link PartList}. */
export function createPartList(): PartList {
  const live: ChatMessagePart[] = []
  let head: PartVersion = {}
  // Nobody can ask for a version that nobody was given: it needs no way back.
  let isGiven = false

  const remember = (start: number, end: number, added: number) => {
    if (!isGiven) return
    isGiven = false
    const newer = {}
    head.undo = { start, added, removed: live.slice(start, end), newer }
    head = newer
  }

  return {
    live,
    set(index, part) {
      remember(index, index + 1, 1)
      live[index] = part
    },
    truncate(length) {
      remember(length, live.length, 0)
      live.splice(length)
    },
    version() {
      isGiven = true
      return head
    },
    read(version) {
      const undos = []
      for (let { undo } = version; undo; { undo } = undo.newer) undos.push(undo)
      const parts = [...live]
      for (const { start, added, removed } of undos.reverse()) {
        parts.length += removed.length - added
        for (const [offset, part] of removed.entries()) parts[start + offset] = part
      }
      return parts
    },
  }
}
