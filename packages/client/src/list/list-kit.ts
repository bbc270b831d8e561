import type { MethodKit } from '../call/method.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'

const kitSymbol = Symbol.for('@doorkit/client/list-kit')

/** Attaches the parts of a list method to it, so that a mirror can tell which list it reads. */
export function attachKit(method: object, kit: MethodKit): void {
  Object.defineProperty(method, kitSymbol, { value: kit })
}

/** The parts of a list method; undefined for a function that is not a client's method. */
export function kitOf(method: object): MethodKit | undefined {
  return (method as { readonly [kitSymbol]?: MethodKit })[kitSymbol]
}

/** Creates the error for a position that belongs to another list. */
export function wrongList(position: string, of: string, here: string): DoorkitError {
  return new DoorkitError(
    'wrong_list',
    `The ${position} is of ${of}, and this is ${here}: pass it to its own list, or begin without it`,
  )
}
