import { DoorkitError } from './errors/doorkit-error.ts'
import { createListCall } from './list-call.ts'
import { type Method, type MethodKit, outgoingCall, readArguments } from './method.ts'
import { listReader } from './read-document.ts'
import { type Place, readResumeToken } from './resume-token.ts'
import { largestPage } from './routes.ts'

/** Makes the method of an operation that answers with a list. */
export function createListMethod(kit: MethodKit): Method {
  const { route, config, perform } = kit
  const { paged = false } = route
  const read = listReader<unknown>(config.maxResponseBytes)
  return (...given) => {
    const args = readArguments(kit, given)
    const { query: further, ...options } = args.options
    const query: { starting_after?: string } = { ...args.input, ...(further as object | undefined) }
    return createListCall({
      paged,
      largestPage,
      options,
      start: () => startOf(query.starting_after, options.resume),
      fetchPage: async (cursor, { pageSize, signal }) => {
        const page = paged ? { limit: pageSize, ...query, starting_after: cursor } : query
        const call = {
          ids: args.ids,
          input: undefined,
          options: { ...options, signal, query: page },
        }
        return perform(outgoingCall(kit, call, read))
      },
    })
  }
}

function startOf(startingAfter: string | undefined, resume: string | undefined): Place {
  if (resume === undefined) return { cursor: startingAfter, after: undefined }
  if (startingAfter === undefined) return readResumeToken(resume)
  throw new DoorkitError('invalid_argument', 'Give either starting_after or resume, not both')
}
