/** The path to an input, such as `['buttons', 0, 'label']`. */
export type InputPath = readonly PropertyKey[]

const longest = 200

/** Formats a path for a problem document: `buttons[0].label`. A very long path is cut. */
export function toParam(path: InputPath): string {
  const text = path.reduce<string>((before, step) => {
    if (typeof step === 'number') return `${before}[${step}]`
    return before ? `${before}.${String(step)}` : String(step)
  }, '')
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
