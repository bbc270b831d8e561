/** The place in a program where a call was made. */
export interface CallSite {
  /** The runtime's stack. */
  readonly stack?: string | undefined
}

/** How many characters of frames an error shows, so that an uncaught error prints under 2 KB. */
const shownCharacters = 500

/** Captures where a method was called. Leaves out the client's own frames if the runtime can. */
export function noteCallSite(method: object): CallSite {
  const { captureStackTrace } = Error as {
    captureStackTrace?: (target: object, above: object) => void
  }
  if (!captureStackTrace) return new Error('called here')
  const site: CallSite = {}
  captureStackTrace(site, method)
  return site
}

/** Writes the stack of a call's error: the failure, its place in the client, and the caller's frames. */
export function stackOf(header: string, ownStack: string | undefined, { stack }: CallSite): string {
  const lines = [header]
  let charactersLeft = shownCharacters
  for (const frame of new Set([...framesOf(ownStack).slice(0, 1), ...framesOf(stack)])) {
    charactersLeft -= frame.length
    if (charactersLeft < 0 && lines.length > 2) break
    lines.push(frame)
  }
  return lines.join('\n')
}

/** V8 starts its frames with "at"; JavaScriptCore and SpiderMonkey write `name@file:line:column`. */
function framesOf(stack = ''): string[] {
  return stack.split('\n').filter((line) => /^\s+at |@.*:\d+:\d+$/.test(line))
}
