// A sentence is shown only when it is complete. A sentence of more characters than this is shown in
// pieces, so that the visitor does not wait for its end. Without a space to cut at, it waits for four
// times as many characters.
const longest = 600

// The lookbehind keeps the search in a long run of marks linear.
const ending = /\n|(?<![.!?…。！？])[.!?…。！？]+["'”’»)\]*_]*(?=\s)/g

/** Cuts a text that arrives in pieces into sentences and lines. */
export function createSentences() {
  let rest = ''
  return {
    /** Adds a piece, and returns the sentences that are now complete. No character is lost or changed. */
    add(piece: string): string[] {
      rest += piece
      const sentences: string[] = []
      let from = 0
      for (const { 0: mark, index } of rest.matchAll(ending)) {
        sentences.push(rest.slice(from, index + mark.length))
        from = index + mark.length
      }
      rest = rest.slice(from)
      while (rest.length > longest) {
        const space = rest.lastIndexOf(' ', longest)
        if (space <= 0 && rest.length < 4 * longest) break
        const cut = space > 0 ? space : longest
        sentences.push(rest.slice(0, cut))
        rest = rest.slice(cut)
      }
      return sentences
    },
    /** Returns the rest when the text ends: one sentence, or none. */
    end(): string[] {
      const last = rest === '' ? [] : [rest]
      rest = ''
      return last
    },
  }
}
