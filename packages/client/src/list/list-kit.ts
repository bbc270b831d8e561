import type { MethodKit } from '../call/method.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'

const kitKey = Symbol.for('@doorkit/client/list-kit')

/** Notes what a list method is made of: a mirror asks with it whose list it is. */
export function noteKit(method: object, kit: MethodKit): void {
  Object.defineProperty(method, kitKey, { value: kit })
}

/** The parts of a list method; undefined for a function that is no method of a client. */
export function kitOf(method: object): MethodKit | undefined {
  return (method as { readonly [kitKey]?: MethodKit })[kitKey]
}

/** The error of a position that belongs to another list than the one that it was given to. */
export function wrongList(position: string, of: string, here: string): DoorkitError {
  return new DoorkitError(
    'wrong_list',
    `The ${position} is of ${of}, and this is ${here}: give it to its own list, or begin without it`,
  )
}
