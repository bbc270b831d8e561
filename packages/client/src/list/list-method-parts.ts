import type { MethodParts } from '../call/method.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'

const partsSymbol = Symbol.for('@doorkit/client/list-method-parts')

/** Attaches the parts of a list method to its function, so that a mirror can tell which list it reads. */
export function attachMethodParts(method: object, parts: MethodParts): void {
  Object.defineProperty(method, partsSymbol, { value: parts })
}

/** The parts of a list method; undefined for any other function. */
export function methodPartsOf(method: object): MethodParts | undefined {
  return (method as { readonly [partsSymbol]?: MethodParts })[partsSymbol]
}

export function wrongListError(position: string, owner: string, list: string): DoorkitError {
  return new DoorkitError(
    'wrong_list',
    `The ${position} belongs to ${owner}, not to ${list}: pass it to its own list, or begin without it`,
  )
}
