let steps = 0

/** Prints one line of the tour. */
export function say(line: string): void {
  console.log(line)
}

/** The beginning of the next step's line: its number and its title. */
export function heading(title: string): string {
  steps += 1
  return `${String(steps).padStart(2)}. ${title}: `
}

/** Runs one step. An error names the step. */
export async function step<Result>(name: string, take: () => Promise<Result>): Promise<Result> {
  try {
    return await take()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The tour could not ${name}: ${reason}`, { cause })
  }
}

/** Throws an error with this sentence unless the condition is true. */
export function expectThat(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(sentence)
}
