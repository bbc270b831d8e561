import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Store } from '@doorkit/server/store'
import { caller, createKit } from '../../../server/test/support/kit.ts'
import type { Round } from '../campaign.ts'

const email = 'big@example.com'

/** One workspace reads and erases much, while another one asks for little. */
export async function attackReads(round: Round, store: Store) {
  const kit = await createKit({ store })
  round.onEnd(() => kit.doorkit.close())
  const call = caller(kit)
  const small = await kit.anotherWorkspace()
  const record = kit.doorkit.record(kit.workspace.id)
  const conversations = round.long ? 100 : 40
  for (let number = 0; number < conversations; number += 1) {
    const visit = await record.visits.start({ page_url: `https://acme.example/p${number}` })
    const conversation = await record.conversations.start({ visit })
    for (let message = 0; message < (round.long ? 200 : 40); message += 1) {
      const text = `Message ${message} of ${number}. `.repeat(8)
      await record.conversations.message(conversation, { role: 'user', text })
    }
    await record.conversations.captureLead(conversation, { email })
  }
  const headers = (key: string) => ({ 'Idempotency-Key': key })
  for (let answer = 0; answer < (round.long ? 600 : 100); answer += 1) {
    kit.clock.advance(1_000)
    await call('POST', '/contacts', { body: { email }, headers: headers(`answer-${answer}`) })
  }

  const heavy: Readonly<Record<string, () => Promise<{ status: number; text: string }>>> = {
    'a list of whole transcripts': () => call('GET', '/conversations?expand=messages&limit=100'),
    'an export': () => call('POST', '/privacy/exports', { body: { email } }),
    analytics: () => call('GET', '/analytics?range=90d'),
    'an erasure': () => call('POST', '/privacy/erasures', { body: { email } }),
  }
  for (const [name, ask] of Object.entries(heavy)) {
    kit.clock.advance(60_000)
    let done = false
    const running = ask().finally(() => {
      done = true
    })
    let others = 0
    let longestMs = 0
    while (!done) {
      const before = process.cpuUsage()
      await nextTurn()
      const { user, system } = process.cpuUsage(before)
      longestMs = Math.max(longestMs, (user + system) / 1_000)
      if (others < 200) {
        const { status } = await small.call('GET', '/me')
        round.check(status === 200, 'others are served at the same time', () => [name, status])
        others += 1
      }
    }
    const { status, text } = await running
    round.check(status < 300, 'what is heavy is served, too', () => [name, status, text])
    round.highest(`requests of others during ${name}, at most`, others)
    const rows = conversations * (round.long ? 200 : 40)
    // Analytics read days, of which there are few here.
    const fair = name === 'analytics' || others >= Math.min(5, rows / 400)
    round.check(fair, 'others get their turns during what is heavy', () => [name, others])
    // Time of the processor: what others do on the machine does not count.
    round.highest(`ms of processor in one turn of ${name}, at most`, Math.round(longestMs))
    if (round.long) {
      const facts = () => [name, longestMs]
      round.check(longestMs < 100, 'no turn of the process is longer than 100 ms', facts)
    }
  }
}
