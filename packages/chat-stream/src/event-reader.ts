/** Reads the data of server-sent events. */
export interface EventReader {
  /** Takes the next text, cut anywhere. */
  push: (text: string) => void
  /** How many characters wait for the end of their line and of their event. */
  waiting: () => number
}

const DATA = 'data:'
const DATA_AND_SPACE = 'data: '
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
  let data = ''

  const takeLine = (text: string) => {
    if (text === '') {
      const whole = data
      data = ''
      if (whole !== '') onData(whole.slice(0, -1))
    } else {
      const field = /^data(: ?|$)/.exec(text)?.[0]
      if (field) data += `${text.slice(field.length)}\n`
    }
  }

  return {
    push(input) {
      let text = input
      if (ignored !== '' && text !== '') {
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
          data === '' &&
          text.charCodeAt(end + 1) === LINE_FEED &&
          text.startsWith(DATA_AND_SPACE, start)
        ) {
          onData(text.slice(start + DATA_AND_SPACE.length, end))
          start = end + 2
        } else {
          takeLine(text.slice(start, end))
          start = end + 1
        }
        end = text.indexOf('\n', start)
      }
      if (start === text.length) return
      const isShort = line.length < DATA.length
      line += text.slice(start)
      // Looked at while it is short only: a long line in small pieces is put together once.
      if (isShort && !DATA.startsWith(line.slice(0, DATA.length))) line = ':'
    },
    waiting: () => line.length + data.length,
  }
}
