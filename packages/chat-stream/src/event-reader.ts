/** Reads the data of server-sent events. */
export interface EventReader {
  /** Takes the next text, cut anywhere. */
  push: (text: string) => void
  /** How many characters wait for the end of their line and of their event. */
  waiting: () => number
}

const DATA = 'data:'
const LINE_FEED = 10

/**
 * Creates a reader of server-sent events that calls back with the data of each. The other fields are for
 * a browser that connects again by itself: they are passed over.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function createEventReader(onData: (data: string) => void): EventReader {
  // A byte order mark at the start, and the second half of a line end that was cut in two.
  let ignored = '\uFEFF'
  // The beginning of a line whose end has not come; a colon stands for a line that is no data.
  let line = ''
  let data: string | undefined

  const takeLine = (text: string, start: number, end: number) => {
    if (start === end) {
      const whole = data
      data = undefined
      if (whole !== undefined) onData(whole)
    } else if (text.startsWith(DATA, start) || text.startsWith('data\n', start)) {
      const valueStart = start + DATA.length
      const value = text.slice(valueStart, end).replace(/^ /, '')
      data = data === undefined ? value : `${data}\n${value}`
    }
  }

  return {
    push(input) {
      if (input === '') return
      let text = input
      if (ignored !== '') {
        if (text.startsWith(ignored)) text = text.slice(1)
        ignored = ''
      }
      if (text.includes('\r')) {
        if (text.endsWith('\r')) ignored = '\n'
        text = text.replace(/\r\n?/g, '\n')
      }
      let start = 0
      let end = text.indexOf('\n')
      if (end >= 0) {
        text = line + text
        end += line.length
        line = ''
      }
      while (end >= 0) {
        // Nearly every event is one line of data: it goes the short way.
        if (
          data === undefined &&
          text.charCodeAt(end + 1) === LINE_FEED &&
          text.startsWith('data: ', start)
        ) {
          onData(text.slice(start + 6, end))
          start = end + 2
        } else {
          takeLine(text, start, end)
          start = end + 1
        }
        end = text.indexOf('\n', start)
      }
      const isShort = line.length < DATA.length
      line += text.slice(start)
      // Looked at while it is short only: a long line in small pieces is put together once.
      if (isShort && !DATA.startsWith(line.slice(0, DATA.length))) line = ':'
    },
    waiting: () => line.length + (data?.length ?? 0),
  }
}
