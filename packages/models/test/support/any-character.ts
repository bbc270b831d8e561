import fc from 'fast-check'

const [firstHalf, halves, last] = [0xd800, 0x800, 0x10_ffff]

/**
 * Any character of Unicode, as the unit of a text: no half of a pair. The unit `binary` of fast-check
 * is the same, and makes a table of all characters first, which takes a second of each process.
 */
export const anyCharacter = fc.integer({ min: 0, max: last - halves }).map(
  (place) => String.fromCodePoint(place < firstHalf ? place : place + halves),
  (character) => {
    const point = String(character).codePointAt(0) ?? 0
    return point < firstHalf ? point : point - halves
  },
)
