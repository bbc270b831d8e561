import type { SiteClock } from './browser-environment.ts'

/** How long a stream may send nothing, not even a comment, before it counts as lost. */
const idleMs = 60_000

/**
 * Reads the server-sent events of a stream until it ends or is silent for too long. An event without an id
 * has the id of the event before it. If the connection breaks, the generator throws the error of the body.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export async function* readEvents({ body }: Pick<Response, 'body'>, clock: SiteClock) {
  if (!body) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const leave = () => void reader.cancel().catch(() => {})
  let rest = ''
  let fields = { event: '', data: '', id: '' }
  try {
    for (;;) {
      const cancelTimer = clock.after(idleMs, leave)
      const { done, value } = await reader.read().finally(cancelTimer)
      if (done) return
      // A carriage return at the end may be the first half of a line end.
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const [, name = '', text = ''] = /^([^:]*)(?:: ?)?(.*)$/s.exec(line) ?? []
        if (name === 'data') fields.data += `${text}\n`
        else if (name === 'event' || name === 'id') fields[name] = text
        if (line !== '') continue
        const { id, data } = fields
        if (data !== '') yield { ...fields, data: data.slice(0, -1) }
        fields = { event: '', data: '', id }
      }
    }
  } finally {
    leave()
  }
}
