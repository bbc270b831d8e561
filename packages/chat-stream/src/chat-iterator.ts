import type { ChatChunk } from './chat-chunk.ts'
import { failureOf } from './chat-failure.ts'
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
  let queued = 0
  let last: Promise<unknown> = Promise.resolve()
  const dequeue = () => {
    queued -= 1
  }

  const isAborted = () => reading.outcome?.type === 'aborted' && reading.outcome.by !== 'server'

  const advance = async (): Promise<IteratorResult<Item>> => {
    while (!isOver) {
      const { outcome } = reading
      if (!isAborted()) {
        if (index >= items.length) {
          items = collect(reading.take())
          index = 0
        }
        if (index < items.length) return { value: items[index++] as Item, done: false }
      }
      if (!outcome) {
        await reading.more()
        continue
      }
      isOver = true
      const failure = failureOf(outcome)
      const isOwnWish = outcome.type === 'aborted' && outcome.by === 'reader'
      if (failure && !isOwnWish) throw failure
    }
    return { value: undefined, done: true }
  }

  return {
    next() {
      // The short way while there is something to give: a promise, and no turn through the queue.
      if (queued === 0 && !isOver && index < items.length && !isAborted())
        return Promise.resolve({ value: items[index++] as Item, done: false })
      queued += 1
      const result = last.then(advance)
      last = result.then(dequeue, dequeue)
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
