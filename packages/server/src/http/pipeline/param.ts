/** Where an input stands: `['buttons', 0, 'label']`. */
export type InputPath = readonly PropertyKey[]

const longest = 200

/** Writes a path as problems do: `buttons[0].label`. A very long one is cut. */
export function toParam(path: InputPath): string {
  const text = path.reduce<string>((before, step) => {
    if (typeof step === 'number') return `${before}[${step}]`
    return before ? `${before}.${String(step)}` : String(step)
  }, '')
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
