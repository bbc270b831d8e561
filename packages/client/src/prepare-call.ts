import { type Call, createCall, type WithMeta } from './call.ts'
import type { OutgoingCall, Perform } from './outgoing-call.ts'

/**
 * Makes a call ready at once, so that later changes to its input do nothing. What is wrong with it
 * shows when it is awaited, like every other failure.
 */
export function prepareCall<Value>(perform: Perform, make: () => OutgoingCall<Value>): Call<Value> {
  let send: () => Promise<WithMeta<Value>>
  try {
    const call = make()
    send = () => perform(call)
  } catch (error) {
    send = () => Promise.reject(error)
  }
  return createCall(send)
}
