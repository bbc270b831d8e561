import { Agent, request } from 'undici'
import type { StartContender } from './contender.ts'
import { payload } from './payload.ts'

const atOnce = 64

/** The upper bound: posts a payload of the same size with fixed headers, and never signs or logs. */
export const startRawUndici: StartContender = async ({ urls }) => {
  const dispatcher = new Agent()
  const queue: string[] = []
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'evt_01ja2b3c4d5e6f7g8h9j0kmnpq',
    'webhook-timestamp': '1760261400',
    'webhook-signature': `v1,${'A'.repeat(43)}=`,
  }
  async function keepPosting() {
    for (let url = queue.pop(); url; url = queue.pop()) {
      const answer = await request(url, { dispatcher, method: 'POST', headers, body: payload })
      await answer.body.dump()
    }
  }
  return {
    async queue(events) {
      for (let event = 0; event < events; event++) queue.push(...urls)
    },
    async deliver() {
      await Promise.all(Array.from({ length: atOnce }, keepPosting))
    },
  }
}
