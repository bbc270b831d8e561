/** A person whose every trace carries a mark that stands nowhere else. */
export interface Person {
  readonly mark: string
  readonly email: string
  /** A new word with the mark: for a name, a note, a sentence. */
  word(): string
}

/** Invents a {@link Person}; the addresses are those that look different when encoded. */
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

/** The forms in which a mark may stand in bytes: as it is, and inside Base64 at each offset. */
export function formsOf(mark: string): string[] {
  const inBase64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(`${'.'.repeat(offset)}${mark}`).toString('base64')
    // The first and the last characters depend on what stands beside the mark.
    return encoded.slice(offset === 0 ? 0 : 4, -4)
  })
  return [mark, Buffer.from(mark).toString('hex'), ...inBase64]
}
