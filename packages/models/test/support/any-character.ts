import fc from 'fast-check'

const [firstHalf, halves, last] = [0xd800, 0x800, 0x10_ffff]

/**
 * Any character of Unicode, but no half of a surrogate pair. The unit `binary` of fast-check is the
 * same, but it first makes a table of all characters, which takes each process a second.
 */
export const anyCharacter = fc.integer({ min: 0, max: last - halves }).map(
  (place) => String.fromCodePoint(place < firstHalf ? place : place + halves),
  (character) => {
    const point = String(character).codePointAt(0) ?? 0
    return point < firstHalf ? point : point - halves
  },
)
