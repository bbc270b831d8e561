import type { SiteMessage } from '../contract.ts'
import { type Line, lineOf } from './line.ts'

/** The lines of a conversation, from the visitor, from answers and from events. */
export type Transcript = ReturnType<typeof createTranscript>

export function createTranscript() {
  let lines: readonly Line[] = []
  const indexOf = (key: string) => lines.findLastIndex((line) => line.key === key)

  /** Adds a line at the end, or replaces the one with its key. */
  function put(line: Line): void {
    const index = indexOf(line.key)
    lines = index < 0 ? [...lines, line] : lines.with(index, line)
  }

  return {
    lines: () => lines,
    /** The id of the last line whose place is known. `0` stands for the place before the first message. */
    lastId: () => lines.findLast(({ isPlaced }) => isPlaced)?.id ?? '0',
    put,
    /** Changes the line with a key, if it exists. */
    edit(key: string, change: Partial<Line>): void {
      const index = indexOf(key)
      const line = lines[index]
      if (line) lines = lines.with(index, { ...line, ...change })
    },
    remove(key: string): void {
      lines = lines.filter((line) => line.key !== key)
    },
    /**
     * Adds or updates the line of a stored message. Messages arrive in the server's order, so a line
     * that the server has not placed yet stays after the new line. Returns false if the page already
     * had the whole message.
     */
    add(message: SiteMessage): boolean {
      const known =
        lines.findLast(({ id }) => id === message.id) ??
        // A message that was written on this page, whose id the page does not know yet.
        lines.find(
          ({ id, role, text }) => id === null && role === message.role && text === message.text,
        )
      // An answer that grew or was cut off is complete now. Every other known line keeps its state.
      const keepsState = known && known.state !== 'streaming' && known.state !== 'cut'
      const line = { ...lineOf(message, known?.key), ...(keepsState && { state: known.state }) }
      if (known?.isPlaced) put(line)
      else {
        lines = lines.filter((one) => one !== known)
        lines = lines.toSpliced(lines.findLastIndex(({ isPlaced }) => isPlaced) + 1, 0, line)
      }
      return !keepsState
    },
    clear(): void {
      lines = []
    },
  }
}
