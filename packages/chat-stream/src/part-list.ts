import type { ChatMessagePart } from './chat-message.ts'

/** One state of a {@link PartList}. It knows how to get back to itself from the next newer state. */
interface PartVersion {
  undo?: { start: number; added: number; removed: ChatMessagePart[]; from: PartVersion }
}

/**
 * The parts of a message: changed in place, and still readable as they were at any earlier version. A
 * change costs what it changes; reading a version copies the list once. So a message of many parts grows
 * in linear time, and whoever reads each snapshot pays for reading only.
 */
export interface PartList {
  /** The newest state. */
  readonly live: readonly ChatMessagePart[]
  /** Appends a part, and returns its index. */
  add: (part: ChatMessagePart) => number
  /** Replaces the part at an index. */
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

  const remember = (start: number, removed: ChatMessagePart[], added: number) => {
    if (!isGiven) return
    isGiven = false
    const next = {}
    head.undo = { start, added, removed, from: next }
    head = next
  }

  return {
    live,
    add(part) {
      remember(live.length, [], 1)
      return live.push(part) - 1
    },
    set(index, part) {
      const before = live[index]
      remember(index, before ? [before] : [], 1)
      live[index] = part
    },
    truncate(length) {
      remember(length, live.splice(length), 0)
    },
    version() {
      isGiven = true
      return head
    },
    read(version) {
      const undos = []
      let source = version
      while (source.undo) {
        undos.push(source.undo)
        source = source.undo.from
      }
      const parts = [...live]
      for (const { start, added, removed } of undos.reverse()) {
        const length = parts.length - added + removed.length
        for (const [offset, part] of removed.entries()) parts[start + offset] = part
        parts.length = length
      }
      return parts
    },
  }
}
