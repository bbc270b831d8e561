/** A person whose details all contain a mark that appears nowhere else. */
export interface Person {
  readonly mark: string
  readonly email: string
  /** A new word with the mark, for a name, a note or a sentence. */
  word(): string
}

/** Makes a {@link Person} with an address that changes when it is encoded. */
export function inventPerson(seed: number): Person {
  // The mark is long, so that no random bytes contain one of its forms by chance.
  const mark = `zqmarkofaperson${seed}x`
  const addresses = [
    `${mark}+news@example.com`,
    `${mark}%percent@example.com`,
    `${mark}.o'neil@example.com`,
    `${mark.toUpperCase()}@Example.COM`,
    `${mark}@example.com`,
  ]
  let words = 0
  return {
    mark,
    email: addresses[seed % addresses.length] ?? '',
    word: () => `${mark}${words++}`,
  }
}

/**
 * The forms of a mark in a file: plain, in hexadecimal, and in Base64 at each offset. Each form exists
 * for the mark in lower case and in upper case.
 */
export function formsOf(mark: string): string[] {
  return [mark, mark.toUpperCase()].flatMap((text) => [
    text,
    Buffer.from(text).toString('hex'),
    ...[0, 1, 2].map((offset) => inBase64(text, offset)),
  ])
}

/**
 * The Base64 of a text that follows this many other bytes: only the groups of three bytes that lie in
 * the text.
 */
function inBase64(text: string, offset: number): string {
  const own = Buffer.from(text).subarray((3 - offset) % 3)
  return own.subarray(0, own.length - (own.length % 3)).toString('base64')
}
