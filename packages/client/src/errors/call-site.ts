/** The place in a program that made a call. */
export interface CallSite {
  /** As the runtime writes it, with a first line to skip. */
  readonly stack?: string | undefined
}

/** Characters of frames that an error shows: with them, an uncaught error prints under 2 KB. */
const shownCharacters = 500

/** Notes who called a method; the frames from `method` on are the client's own. */
export function noteCallSite(method: object): CallSite {
  const { captureStackTrace } = Error as {
    captureStackTrace?: (target: object, above: object) => void
  }
  if (!captureStackTrace) return new Error('called here')
  const site: CallSite = {}
  captureStackTrace(site, method)
  return site
}

/** The stack of an error of a call: what failed, where in the client, and who called. */
export function stackOf(header: string, own: string | undefined, { stack }: CallSite): string {
  const lines = [header]
  let left = shownCharacters
  for (const frame of new Set([...framesOf(own).slice(0, 1), ...framesOf(stack)])) {
    left -= frame.length
    if (left < 0 && lines.length > 2) break
    lines.push(frame)
  }
  return lines.join('\n')
}

/** V8 indents its frames by "at"; JavaScriptCore and SpiderMonkey write `name@file:line`. */
function framesOf(stack = ''): string[] {
  return stack.split('\n').filter((line) => /^\s+at |@.*:\d+:\d+$/.test(line))
}
