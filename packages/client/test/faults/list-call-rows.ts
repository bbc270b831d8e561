import { setTimeout as pause } from 'node:timers/promises'
import { json } from './reply.ts'
import type { ScenarioGroup } from './scenario.ts'
import { inWords, settle } from './settle.ts'

/** How long an unhandled rejection may take to show. */
const watchedMs = 400

/** Lists that are not read yet, and lists that are aborted. */
export const listCallRows: ScenarioGroup = {
  title: 'List calls',
  scenarios: [
    {
      name: 'a list that is not read yet does not crash',
      why: 'An unhandled rejection ends a Node process, and a list may be made long before it is read.',
      needs: ['list'],
      alone: true,
      async run({ sdk, serve, connect }) {
        const server = await serve(sdk.dialect.refusal(403, 'forbidden', 'No.'))
        const unhandled: unknown[] = []
        const note = (error: unknown) => unhandled.push(error)
        process.on('unhandledRejection', note)
        connect(server, { maxRetries: 0 }).list()
        await pause(watchedMs)
        process.off('unhandledRejection', note)
        const { length } = unhandled
        return { passed: length === 0, saw: length > 0 ? 'unhandledRejection' : 'nothing happened' }
      },
    },
    {
      name: 'an abort between two pages ends the loop with an error',
      why: 'A loop that ends without an error looks complete.',
      needs: ['list', 'signal'],
      async run({ sdk, serve, connect }) {
        const server = await serve(
          json(sdk.dialect.page(['ct_1'], 'ct_1')),
          json(sdk.dialect.page(['ct_2'], null)),
        )
        const controller = new AbortController()
        const settlement = await settle(async () => {
          for await (const _item of connect(server).list({ signal: controller.signal })) {
            controller.abort()
          }
        })
        const { length } = server.seen
        return {
          passed: settlement.state === 'rejected' && length === 1,
          saw: `${length} sent, ${inWords(settlement)}`,
        }
      },
    },
  ],
}
