import type { ChatChunk } from './chat-chunk.ts'
import type { ChatReader } from './chat-reader.ts'

/**
 * Iterates over the values that `collect` derives from the chunks. If the stream ends badly, the loop
 * throws after the last value. If the signal aborts, it throws immediately. Leaving the loop closes the
 * body.
 */
export function iterateChat<Item>(
  reader: ChatReader,
  collect: (chunks: ChatChunk[]) => Item[],
): AsyncIterableIterator<Item> {
  let items: Item[] = []
  let index = 0
  let isOver = false
  let openCalls = 0
  let lastCall: Promise<unknown> = Promise.resolve()

  const isAborted = () => reader.outcome?.type === 'aborted' && reader.outcome.by !== 'server'
  const hasItem = () => index < items.length && !isOver && !isAborted()
  const nextItem = () => ({ value: items[index++] as Item, done: false as const })

  const advance = async (): Promise<IteratorResult<Item>> => {
    try {
      while (!isOver) {
        const { outcome } = reader
        if (index >= items.length && !isAborted()) {
          items = collect(reader.take())
          index = 0
        }
        if (hasItem()) return nextItem()
        if (outcome) {
          isOver = true
          const isCanceled = outcome.type === 'aborted' && outcome.by === 'reader'
          const failure = isCanceled ? null : reader.failure()
          if (failure) throw failure
        } else await reader.more()
      }
      return { value: undefined, done: true }
    } finally {
      openCalls -= 1
    }
  }

  return {
    next() {
      // If no call is open, a value that has already arrived is returned immediately.
      if (openCalls === 0 && hasItem()) return Promise.resolve(nextItem())
      openCalls += 1
      const result = lastCall.then(advance)
      lastCall = result.catch(() => {})
      return result
    },
    return() {
      isOver = true
      reader.cancel()
      return Promise.resolve({ value: undefined, done: true })
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
