import { inspect } from 'node:util'

/** Everything that a deep print of a value shows, including getters and hidden members. */
export function deepPrint(value: unknown): string {
  return inspect(value, { depth: 8, showHidden: true, getters: true, maxStringLength: null })
}

/** Whether a value shows a text somewhere: in a member, a header, a cause. */
export function shows(value: unknown, text: string): boolean {
  return deepPrint(value).includes(text)
}

/** The errors from an error to its innermost cause. */
export function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = []
  for (let current = error; current !== undefined && causes.length < 8; ) {
    causes.push(current)
    current = (Object(current) as { cause?: unknown }).cause
  }
  return causes
}
