/** A person whose details all contain a mark that occurs nowhere else. */
export interface Person {
  readonly mark: string
  readonly email: string
  /** A new word with the mark: for a name, a note, a sentence. */
  word(): string
}

/** Makes a {@link Person} with an address that changes when it is encoded. */
export function inventPerson(seed: number): Person {
  const mark = `zqmark${seed}x`
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

/** The forms of a mark in bytes: plain, and in Base64 at each offset. */
export function formsOf(mark: string): string[] {
  const inBase64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(`${'.'.repeat(offset)}${mark}`).toString('base64')
    // The first and last characters depend on the neighbours of the mark.
    return encoded.slice(offset === 0 ? 0 : 4, -4)
  })
  return [mark, Buffer.from(mark).toString('hex'), ...inBase64]
}
