import type { ListOptions } from '../call/call-options.ts'
import { type Method, type MethodKit, outgoingCall, readArguments } from '../call/method.ts'
import { jsonReader } from '../call/read-document.ts'
import { noteCallSite } from '../errors/call-site.ts'
import { DoorkitError, describeCall } from '../errors/doorkit-error.ts'
import type { List } from './list.ts'
import { createListCall } from './list-call.ts'
import { type ListPlace, readResumeToken } from './resume-token.ts'

const readList = jsonReader<List<unknown>>('a list', (value) => Array.isArray(Object(value).data))

/** Makes the method of an operation that answers with a list. */
export function createListMethod(kit: MethodKit): Method {
  const { paged = false, perform, operation } = kit
  const method: Method = (...given) => {
    const site = noteCallSite(method)
    const place = operation.path.split('{').length - (kit.hasInput ? 0 : 1)
    const { signal, prefetch, maxItems, resume }: ListOptions = { ...Object(given[place]) }

    const describe = <Failure extends DoorkitError>(error: Failure): Failure => {
      describeCall(error, { operation, site }, { history: [] })
      return error
    }
    const args = settled(describe, () => {
      const read = readArguments(kit, given, site)
      const query: { starting_after?: string } = { ...read.input, ...read.options.query }
      return { ...read, query, options: { ...read.options, query: undefined } }
    })
    return createListCall({
      paged,
      options: { signal, prefetch, maxItems },
      describe,
      start: settled(describe, () => startOf(args().query.starting_after, resume)),
      async fetchPage(cursor, pageSignal, limit) {
        const { query, options, ...rest } = args()
        const input = paged ? { limit, ...query, starting_after: cursor } : query
        const page = { ...rest, input, options: { ...options, signal: pageSignal } }
        return perform<List<unknown>>(outgoingCall(kit, page, { read: readList }))
      },
    })
  }
  return method
}

/** Does something at once, and gives its outcome, error included, whenever it is asked for. */
function settled<Value>(describe: (error: DoorkitError) => Error, make: () => Value): () => Value {
  try {
    const value = make()
    return () => value
  } catch (error) {
    if (error instanceof DoorkitError && !error.operation) describe(error)
    return () => {
      throw error
    }
  }
}

function startOf(startingAfter: string | undefined, resume: string | undefined): ListPlace {
  if (resume === undefined) return { cursor: startingAfter }
  if (startingAfter === undefined) return readResumeToken(resume)
  throw new DoorkitError('invalid_argument', 'Give either starting_after or resume, not both')
}
