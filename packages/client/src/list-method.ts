import { DoorkitError } from './errors/doorkit-error.ts'
import { createListCall } from './list-call.ts'
import { type Method, type MethodKit, outgoingCall, readArguments } from './method.ts'
import { listReader } from './read-document.ts'
import { type Place, readResumeToken } from './resume-token.ts'
import { largestPage } from './routes.ts'

/** Makes the method of an operation that answers with a list. */
export function createListMethod(kit: MethodKit): Method {
  const { route, config, perform } = kit
  const read = listReader<unknown>(config.maxResponseBytes)
  const paged = route.paged === true
  return (...given) => {
    const args = readArguments(kit, given)
    const query: { starting_after?: string } = { ...args.input }
    return createListCall({
      paged,
      largestPage,
      start: () => startOf(query.starting_after, args.options.resume),
      fetchPage: async (cursor, pageSize) => {
        const input = paged ? { limit: pageSize, ...query, starting_after: cursor } : query
        return perform(outgoingCall(kit, { ...args, input }, read))
      },
    })
  }
}

function startOf(startingAfter: string | undefined, resume: string | undefined): Place {
  if (resume === undefined) return { cursor: startingAfter, after: undefined }
  if (startingAfter === undefined) return readResumeToken(resume)
  throw new DoorkitError('invalid_argument', 'Give either starting_after or resume, not both')
}
