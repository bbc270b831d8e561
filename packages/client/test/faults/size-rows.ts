import { gzipSync } from 'node:zlib'
import type { Reply } from './reply.ts'
import { pour } from './reply.ts'
import type { Scenario, ScenarioGroup } from './scenario.ts'
import { inWords, settle } from './settle.ts'

const block = Buffer.alloc(256 * 1_024, ' ')

/** An object after 64 MB of white space, or as much of that as the client accepts. */
const gigantic = pour({ 'content-type': 'application/json' }, async function* () {
  for (let sentBytes = 0; sentBytes < 64 * 1_024 * 1_024; sentBytes += block.length) yield block
  yield Buffer.from('{}')
})

/** An object after 64 MB of white space, which gzip compresses to about 64 KB. */
const bomb: Reply = (response) => {
  const body = gzipSync(Buffer.from('{}'.padStart(64 * 1_024 * 1_024)))
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
  response.end(body)
}

function capped(name: string, reply: Reply): Scenario {
  return {
    name,
    why: 'A wrong address or a broken proxy must not exhaust the memory of the process.',
    needs: ['responseLimit'],
    async run({ serve, connect, sdk }) {
      const server = await serve(reply)
      const settings = { maxResponseBytes: 1_024 * 1_024, maxRetries: 0 }
      const settlement = await settle(() => connect(server, settings).get('ct_1'))
      return {
        passed: settlement.state === 'rejected' && sdk.owns(settlement.error),
        saw: inWords(settlement),
      }
    },
  }
}

/** Answers that are too large. */
export const sizeRows: ScenarioGroup = {
  title: 'Answers that are too large',
  scenarios: [
    capped('a gigantic answer is refused', gigantic),
    capped('an answer that is gigantic after decompression is refused', bomb),
  ],
}
