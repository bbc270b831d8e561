import { prepare } from '../call/call.ts'
import type { Method, MethodParts } from '../call/method.ts'
import { outgoingCall } from '../call/outgoing-call.ts'
import { encodeQuery } from '../call/query.ts'
import { jsonReader } from '../call/read-document.ts'
import { DoorkitError, describeCall } from '../errors/doorkit-error.ts'
import type { List, ListSource } from './fetch-pages.ts'
import { createListCall } from './list-call.ts'
import { attachMethodParts } from './list-method-parts.ts'
import { type ListPosition, readResumeToken, type TokenOwner } from './resume-token.ts'

const readList = jsonReader<List<unknown>>('a list', (value) => Array.isArray(Object(value).data))

/** Creates the method of an operation that answers with a list. */
export function createListMethod(parts: MethodParts): Method {
  const { paged = false, perform, client } = parts
  const method: Method = (...given) =>
    createListCall(
      prepare(parts, method, (site): ListSource<unknown> => {
        const call = outgoingCall<List<unknown>>(parts, given, site, { read: readList })
        const [path] = call.target.split('?')
        const { signal, prefetch, maxItems = Number.POSITIVE_INFINITY, resume } = call.options
        const query: { starting_after?: string } = { ...call.query }
        const filters = encodeQuery({ ...query, limit: undefined, starting_after: undefined })
        const owner = { list: parts.config.address().shown + path, filters }
        return {
          paged,
          signal,
          prefetch,
          maxItems,
          describe(error) {
            describeCall(error, { ...call, client })
            return error
          },
          owner,
          start: startOf(query.starting_after, resume, owner),
          async fetchPage(cursor, pageSignal, limit) {
            const pageQuery = paged ? { limit, ...query, starting_after: cursor } : query
            const options = { ...call.options, signal: pageSignal }
            return perform({
              ...call,
              options,
              query: pageQuery,
              target: path + encodeQuery(pageQuery),
            })
          },
        }
      }),
    )
  attachMethodParts(method, parts)
  return method
}

function startOf(
  startingAfter: string | undefined,
  resume: string | undefined,
  owner: TokenOwner,
): ListPosition {
  if (resume === undefined) return { cursor: startingAfter }
  if (startingAfter === undefined) return readResumeToken(resume, owner)
  throw new DoorkitError('invalid_argument', 'Pass either starting_after or resume, not both')
}
