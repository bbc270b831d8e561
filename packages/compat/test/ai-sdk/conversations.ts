import * as fc from 'fast-check'
import type { KnownChatChunk } from '../../../chat-stream/src/index.ts'
import { anyCharacter } from '../../../models/test/support/any-character.ts'

interface Step {
  kind: number
  pick: number
  flag: boolean
  text: string
  json: unknown
  size: number
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.nat({ max: 23 }),
  pick: fc.nat(),
  flag: fc.boolean(),
  text: fc.string({ unit: anyCharacter, maxLength: 12 }),
  json: fc.jsonValue({ maxDepth: 3 }),
  size: fc.integer({ min: 1, max: 9 }),
})

// The AI SDK and chat-stream read some partial JSON with these texts differently (see
// partial-json.test.ts). An input that contains one of them is replaced by a plain one.
const bothReadAlike = (text: string) => !/\+|\\|proto|constructor/.test(text)

interface Call {
  id: string
  dynamic: boolean
  state: 'streaming' | 'available' | 'asked' | 'over'
  input: unknown
  rest: string
}

/** Converts random steps to a conversation that a server could send. */
function toConversation(steps: readonly Step[]): KnownChatChunk[] {
  const chunks: KnownChatChunk[] = [{ type: 'start', messageId: 'msg_1' }]
  const open = { text: [] as string[], reasoning: [] as string[] }
  let calls: Call[] = []
  let count = 0

  const nextId = (prefix: string) => {
    count += 1
    return `${prefix}${count}`
  }
  const pickFrom = <Item>(items: readonly Item[], { pick }: Step): Item | undefined =>
    items[pick % Math.max(items.length, 1)]
  const metadataOf = ({ flag, json }: Step) =>
    flag ? { providerMetadata: { acme: { value: JSON.parse(JSON.stringify(json)) } } } : {}

  const applyToCall = (one: Step) => {
    const { flag, text, json, size } = one
    const call = pickFrom(
      calls.filter(({ state }) => state !== 'over'),
      one,
    )
    if (!call) {
      const encoded = JSON.stringify(json)
      const input: unknown = bothReadAlike(encoded) ? json : { plain: true }
      const started: Call = {
        id: nextId('call'),
        dynamic: flag,
        state: 'streaming',
        input,
        rest: JSON.stringify(input),
      }
      calls.push(started)
      const named = { toolCallId: started.id, toolName: 'look-up', ...(flag && { dynamic: true }) }
      const extra = {
        ...(one.pick % 3 === 0 && { title: text, toolMetadata: { text } }),
        ...metadataOf(one),
      }
      if (one.pick % 4 > 0) {
        chunks.push({ type: 'tool-input-start', ...named, ...extra })
        return
      }
      started.state = 'available'
      chunks.push({ type: 'tool-input-available', ...named, ...extra, input })
      return
    }
    const { id: toolCallId, dynamic } = call
    const named = { toolCallId, toolName: 'look-up', ...(dynamic && { dynamic }) }
    if (call.state === 'streaming' && call.rest !== '') {
      chunks.push({
        type: 'tool-input-delta',
        toolCallId,
        inputTextDelta: call.rest.slice(0, size),
      })
      call.rest = call.rest.slice(size)
    } else if (call.state === 'streaming' && one.pick % 5 === 1) {
      chunks.push({ type: 'tool-output-error', toolCallId, errorText: text, ...metadataOf(one) })
      call.state = 'over'
    } else if (call.state === 'streaming' && one.pick % 5 === 0) {
      chunks.push({
        type: 'tool-input-error',
        ...named,
        ...(flag && { title: text }),
        ...metadataOf(one),
        input: text,
        errorText: text,
      })
      call.state = 'over'
    } else if (call.state === 'streaming') {
      chunks.push({
        type: 'tool-input-available',
        ...named,
        ...metadataOf(one),
        input: call.input,
        providerExecuted: flag,
      })
      call.state = 'available'
    } else if (call.state === 'available' && one.pick % 3 === 0) {
      const asked = {
        approvalId: `ap-${toolCallId}`,
        toolCallId,
        ...(flag && { reason: text, isAutomatic: true }),
      }
      chunks.push({
        type: 'tool-approval-request',
        ...asked,
        ...(one.pick % 2 === 0 && { approvalDescriptor: json, signature: 's' }),
      })
      call.state = 'asked'
    } else if (call.state === 'asked') {
      chunks.push({
        type: 'tool-approval-response',
        approvalId: `ap-${toolCallId}`,
        approved: flag,
        ...(flag && { reason: text }),
        ...metadataOf(one),
      })
      call.state = flag ? 'available' : 'over'
      if (!flag) chunks.push({ type: 'tool-output-denied', toolCallId })
    } else if (one.pick % 4 === 1) {
      chunks.push({ type: 'tool-output-error', toolCallId, errorText: text, ...metadataOf(one) })
      call.state = 'over'
    } else {
      const preliminary = one.pick % 4 === 2
      chunks.push({
        type: 'tool-output-available',
        toolCallId,
        output: json,
        ...metadataOf(one),
        ...(preliminary && { preliminary }),
      })
      if (!preliminary) call.state = 'over'
    }
  }

  const actOnBlock = (kind: 'text' | 'reasoning', one: Step) => {
    const id = pickFrom(open[kind], one)
    if (id === undefined || one.pick % 7 === 0) {
      const begun = nextId(kind)
      open[kind].push(begun)
      chunks.push({ type: `${kind}-start`, id: begun, ...metadataOf(one) })
    } else if (one.pick % 7 === 1) {
      open[kind] = open[kind].filter((other) => other !== id)
      const source = {
        type: 'source',
        sourceType: 'url',
        id: 's',
        url: 'https://a.example',
      } as const
      const citations = kind === 'text' && one.flag ? { citations: [{ source }] } : {}
      chunks.push({ type: `${kind}-end`, id, ...citations, ...metadataOf(one) })
    } else chunks.push({ type: `${kind}-delta`, id, delta: one.text, ...metadataOf(one) })
  }

  const actOnce = (one: Step) => {
    const { kind, flag, text, json } = one
    if (kind < 6) return actOnBlock('text', one)
    if (kind < 8) return actOnBlock('reasoning', one)
    if (kind < 14) return applyToCall(one)
    if (kind === 14)
      chunks.push({
        type: 'source-url',
        sourceId: nextId('s'),
        url: text,
        ...(flag && { title: text }),
      })
    if (kind === 15)
      chunks.push({
        type: 'source-document',
        sourceId: 's',
        mediaType: 'a/b',
        title: text,
        ...metadataOf(one),
      })
    if (kind === 16)
      chunks.push({
        type: flag ? 'file' : 'reasoning-file',
        url: text,
        mediaType: 'a/b',
        ...metadataOf(one),
      })
    if (kind === 17) chunks.push({ type: 'custom', kind: 'acme.x', ...metadataOf(one) })
    if (kind === 18)
      chunks.push({ type: 'steering-message', id: nextId('st'), parts: [{ type: 'text', text }] })
    if (kind === 19)
      chunks.push({
        type: 'message-metadata',
        messageMetadata: { [text || 'a']: json, nested: { [text]: json } },
      })
    if (kind === 20)
      chunks.push({ type: `data-${flag ? 'a' : 'b'}`, id: `d${one.pick % 3}`, data: json })
    if (kind === 21) chunks.push({ type: 'data-a', data: json, ...(flag && { transient: true }) })
    if (kind === 22) {
      chunks.push({ type: 'finish-step' }, { type: 'start-step' })
      calls = calls.filter(({ state }) => state !== 'streaming')
    }
    if (kind === 23) {
      chunks.push(flag ? { type: 'reset-step' } : { type: 'start-step' })
      open.text = []
      open.reasoning = []
      calls = []
    }
  }
  for (const one of steps) actOnce(one)
  chunks.push({ type: 'finish', finishReason: 'stop', messageMetadata: { last: true } })
  // The chunks arrive over the wire without undefined and minus zero.
  return JSON.parse(JSON.stringify(chunks))
}

/** Valid conversations. Together they have every kind of chunk except `error` and `abort`. */
export const conversations: fc.Arbitrary<KnownChatChunk[]> = fc
  .array(step, { maxLength: 60, size: 'max' })
  .map(toConversation)
