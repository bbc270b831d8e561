import { json } from './reply.ts'
import type { Lab, Scenario, ScenarioGroup } from './scenario.ts'
import type { CallSettings, Settings } from './sdk.ts'
import { inWords, type Settlement, seconds, settle, timedOut } from './settle.ts'
import { eventStream, inPieces, streamsOf } from './stream-replies.ts'

/** Reads a streamed answer until it ends, and returns its text and how it ended. */
async function readStream(
  { connect }: Lab,
  server: Parameters<Lab['connect']>[0],
  settings: Partial<Settings> = { maxRetries: 0 },
  call: CallSettings & { onText?: (text: string) => void } = {},
): Promise<{ settlement: Settlement; text: string }> {
  let text = ''
  const settlement = await settle(async () => {
    for await (const piece of connect(server, settings).stream(call)) {
      text += piece
      call.onText?.(piece)
    }
  }, 3_000)
  return { settlement, text }
}

function brokenOff(name: string, end: 'end' | 'reset', why: string): Scenario {
  return {
    name,
    why,
    evidence: 'TanStack/ai#1447',
    needs: ['stream'],
    async run(lab) {
      const { start, text } = streamsOf(lab.sdk)
      const server = await lab.serve(eventStream([start, text('Hel')], end))
      const { settlement } = await readStream(lab, server)
      return {
        passed: settlement.state === 'rejected',
        saw: settlement.state === 'resolved' ? 'ended as if complete' : inWords(settlement),
      }
    },
  }
}

const needs = ['stream'] as const
const whole = 'Grüße 👋🏽, world'

/** Answers that arrive in pieces. */
export const streamRows: ScenarioGroup = {
  title: 'Streams',
  scenarios: [
    brokenOff(
      'a stream that ends before its last event is an error',
      'end',
      'If a proxy cuts the stream, half a sentence must not be stored as the answer.',
    ),
    brokenOff(
      'a stream whose connection is reset is an error',
      'reset',
      'A broken connection must not look like the end of the answer.',
    ),
    {
      name: 'a stream that falls silent times out',
      why: 'Otherwise a page waits forever for a server that hangs.',
      evidence: 'anthropics/anthropic-sdk-typescript#867',
      needs,
      async run(lab) {
        const { start, text } = streamsOf(lab.sdk)
        const server = await lab.serve(eventStream([start, text('Hel')], 'silence'))
        const limits = { maxRetries: 0, timeoutMs: 400, idleTimeoutMs: 400 }
        const { settlement } = await readStream(lab, server, limits)
        return { passed: timedOut(settlement, 400), saw: inWords(settlement) }
      },
    },
    {
      name: 'a broken event in a stream is skipped or fails with an error of the SDK',
      why: "Skipping it is best, and an error of the SDK is good. A bare SyntaxError looks like a bug in the caller's code.",
      needs,
      async run(lab) {
        const { start, text, end } = streamsOf(lab.sdk)
        const brokenChunk = text('lo').replace(/\}(?=\n\n$)/, '')
        const server = await lab.serve(
          eventStream([start, text('Hel'), brokenChunk, text('lo'), end]),
        )
        const { settlement, text: found } = await readStream(lab, server)
        return {
          passed:
            settlement.state === 'resolved'
              ? found === 'Hello'
              : settlement.state === 'rejected' && lab.sdk.owns(settlement.error),
          saw: settlement.state === 'resolved' ? JSON.stringify(found) : inWords(settlement),
        }
      },
    },
    {
      name: 'line ends, byte order mark, comments and split characters do not change the text',
      why: 'The standard of event streams allows all of these, and proxies split at any byte.',
      evidence: 'WHATWG HTML, 9.2.6',
      needs,
      async run(lab) {
        const { start, text, end } = streamsOf(lab.sdk)
        const lines = `: ping\n\n${start}${text(whole)}: ping\n\n${end}`
        const bytes = Buffer.from(`\uFEFF${lines.replaceAll('\n', '\r\n')}`)
        const server = await lab.serve(inPieces(bytes, 3))
        const { settlement, text: found } = await readStream(lab, server)
        return {
          passed: settlement.state === 'resolved' && found === whole,
          saw: settlement.state === 'resolved' ? JSON.stringify(found) : inWords(settlement),
        }
      },
    },
    {
      name: 'an error that the stream reports is thrown',
      why: 'If the model fails after the first words, the caller must not take them for the answer.',
      needs,
      async run(lab) {
        const { start, text, error } = streamsOf(lab.sdk)
        const server = await lab.serve(eventStream([start, text('Hel'), error('Overloaded.')]))
        const { settlement } = await readStream(lab, server)
        return { passed: settlement.state === 'rejected', saw: inWords(settlement) }
      },
    },
    {
      name: 'a stream that is refused before it starts is requested again',
      why: 'Nothing has arrived yet, so a retry loses nothing.',
      needs: ['stream', 'retries'],
      async run(lab) {
        const { start, text, end } = streamsOf(lab.sdk)
        const server = await lab.serve(
          lab.sdk.dialect.refusal(503, 'unavailable', 'Down.'),
          eventStream([start, text('Hello'), end]),
        )
        const { settlement, text: found } = await readStream(lab, server, { maxRetries: 2 })
        return {
          passed: settlement.state === 'resolved' && found === 'Hello',
          saw: `${server.seen.length} sent, ${inWords(settlement)}`,
        }
      },
    },
    {
      name: 'a JSON answer to a request for a stream is an error',
      why: 'Some proxies answer with JSON of their own, and an empty loop would look like an empty answer.',
      needs,
      async run(lab) {
        const server = await lab.serve(json({ message: 'Hello' }))
        const { settlement, text } = await readStream(lab, server)
        return {
          passed: settlement.state === 'rejected',
          saw:
            settlement.state === 'resolved'
              ? `ended with ${JSON.stringify(text)}`
              : inWords(settlement),
        }
      },
    },
    {
      name: 'an abort in a stream is thrown',
      why: 'A loop that ends without an error looks like the whole answer.',
      needs: ['stream', 'signal'],
      async run(lab) {
        const { start, text } = streamsOf(lab.sdk)
        const server = await lab.serve(eventStream([start, text('Hel')], 'silence'))
        const controller = new AbortController()
        const { settlement } = await readStream(lab, server, undefined, {
          signal: controller.signal,
          onText: () => setImmediate(() => controller.abort()),
        })
        return {
          passed: settlement.state === 'rejected',
          saw: settlement.state === 'resolved' ? 'ended as if complete' : inWords(settlement),
        }
      },
    },
    {
      name: 'leaving the loop closes the connection immediately',
      why: 'The server continues to generate, and to bill, until the connection closes.',
      needs,
      async run(lab) {
        const { start, text } = streamsOf(lab.sdk)
        const server = await lab.serve(eventStream([start, text('Hel')], 'silence'))
        for await (const _piece of lab.connect(server).stream()) break
        const closeSettlement = await settle(() => server.answered(1), 2_000)
        return {
          passed: closeSettlement.state === 'resolved',
          saw:
            closeSettlement.state === 'resolved'
              ? `closed after ${seconds(closeSettlement.ms)}`
              : 'left open',
        }
      },
    },
  ],
}
