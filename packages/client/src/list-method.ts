import { DoorkitError } from './errors/doorkit-error.ts'
import type { List } from './list.ts'
import { createListCall } from './list-call.ts'
import { type Method, type MethodKit, outgoingCall, readArguments } from './method.ts'
import { jsonReader } from './read-document.ts'
import { type Place, readResumeToken } from './resume-token.ts'

/** Makes the method of an operation that answers with a list. */
export function createListMethod(kit: MethodKit): Method {
  const { paged = false, config, perform } = kit
  const isList = (value: unknown) => Array.isArray(Object(value).data)
  const read = jsonReader<List<unknown>>(config, 'a list', isList)
  return (...given) => {
    const { ids, input, options } = readArguments(kit, given)
    const query: { starting_after?: string } = { ...input, ...(options.query as object) }
    return createListCall({
      paged,
      options,
      start: () => startOf(query.starting_after, options.resume),
      async fetchPage(cursor, signal, limit) {
        const page = paged ? { limit, ...query, starting_after: cursor } : query
        return perform(outgoingCall(kit, { ids, options: { ...options, signal } }, read, page))
      },
    })
  }
}

function startOf(startingAfter: string | undefined, resume: string | undefined): Place {
  if (resume === undefined) return { cursor: startingAfter }
  if (startingAfter === undefined) return readResumeToken(resume)
  throw new DoorkitError('invalid_argument', 'Give either starting_after or resume, not both')
}
