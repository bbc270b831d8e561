import type { ChatChunk } from './chat-chunk.ts'
import type { ChatReading } from './chat-reading.ts'

/**
 * Iterates over what `collect` makes of the chunks, in order. At a bad end it throws, after everything
 * that came; an abort throws at once. Leaving the loop closes the body.
 */
export function iterateChat<Item>(
  reading: ChatReading,
  collect: (chunks: ChatChunk[]) => Item[],
): AsyncIterableIterator<Item> {
  let items: Item[] = []
  let index = 0
  let isOver = false
  let asked = 0
  let last: Promise<unknown> = Promise.resolve()

  const isAborted = () => reading.outcome?.type === 'aborted' && reading.outcome.by !== 'server'
  const isAtHand = () => index < items.length && !isOver && !isAborted()
  const given = () => ({ value: items[index++] as Item, done: false as const })

  const advance = async (): Promise<IteratorResult<Item>> => {
    try {
      while (!isOver) {
        const { outcome } = reading
        if (index >= items.length && !isAborted()) {
          items = collect(reading.take())
          index = 0
        }
        if (isAtHand()) return given()
        if (outcome) {
          isOver = true
          const failure = reading.failure()
          const isOwnWish = outcome.type === 'aborted' && outcome.by === 'reader'
          if (failure && !isOwnWish) throw failure
        } else await reading.more()
      }
      return { value: undefined, done: true }
    } finally {
      asked -= 1
    }
  }

  return {
    next() {
      // The short way while there is something to give: a promise, and no turn through the queue.
      if (asked === 0 && isAtHand()) return Promise.resolve(given())
      asked += 1
      const result = last.then(advance)
      last = result.catch(() => {})
      return result
    },
    return() {
      isOver = true
      reading.cancel()
      return Promise.resolve({ value: undefined, done: true })
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
