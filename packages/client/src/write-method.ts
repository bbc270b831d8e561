import { idempotencyKeyFor } from './idempotency-key.ts'
import { writeJson } from './json-text.ts'
import {
  type Arguments,
  type Method,
  type MethodKit,
  outgoingCall,
  readArguments,
} from './method.ts'
import type { OutgoingCall } from './outgoing-call.ts'
import { documentReader, type ReadAnswer } from './read-document.ts'

/** Makes the method of an operation that writes, and answers with one JSON document. */
export function createWriteMethod(kit: MethodKit): Method {
  const read = documentReader(kit.config)
  return (...given) => {
    const args = readArguments(kit, given)
    return kit.begin(() => writingCall(kit, args, read))
  }
}

/**
 * Makes a call ready to be sent, with its input as the body. `fixed` are members of the body that
 * the method decides.
 *
 * @throws DoorkitError `invalid_argument` for ids and input that cannot be sent.
 */
export function writingCall<Value>(
  kit: MethodKit,
  args: Arguments,
  read: ReadAnswer<Value>,
  fixed?: object,
): OutgoingCall<Value> {
  const { body } = args.options
  return {
    ...outgoingCall(kit, args, read),
    idempotencyKey: idempotencyKeyFor(kit.operation.method, args.options.idempotencyKey),
    body: kit.hasInput || body ? writeJson({ ...args.input, ...body, ...fixed }) : undefined,
  }
}
