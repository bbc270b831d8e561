import type { ChatMessagePart } from './chat-message.ts'
import type { Fields } from './chunk-shapes.ts'
import { defineLazy } from './lazy-property.ts'
import { createPartialJson } from './partial-json.ts'
import type { AnyToolPart } from './tool-part.ts'

// The value of a text up to this length is built with the part, at a bounded cost, so that the part is
// plain data.
const EAGER_CHARACTERS = 512

const parseSoFar = (text: string) => {
  const json = createPartialJson()
  json.push(text)
  return json.value()
}

/**
 * Opens a tool call whose input is still arriving. The returned function adds a piece of the input, and
 * returns the part with it.
 */
export function openCall(call: AnyToolPart): (text: string) => ChatMessagePart {
  const { input: _, rawInput = '', ...rest }: Fields = { ...call }
  const json = createPartialJson()
  let received = ''

  const receive = (text: string) => {
    received += text
    const soFar = received
    const part: Fields = { ...rest, rawInput: soFar }
    if (rest.inputEncoding === 'text') part.input = soFar
    else {
      json.push(text)
      if (soFar.length <= EAGER_CHARACTERS) part.input = json.value()
      else
        defineLazy(part, 'input', () =>
          // Newer pieces may have arrived by the time a snapshot is read.
          soFar === received ? json.value() : parseSoFar(soFar),
        )
    }
    return part as unknown as ChatMessagePart
  }
  receive(rawInput as string)
  return receive
}
