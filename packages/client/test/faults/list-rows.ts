import { setTimeout as pause } from 'node:timers/promises'
import { json } from './reply.ts'
import type { ScenarioGroup } from './scenario.ts'
import { inWords, settle } from './settle.ts'

/** A list that yields this many items counts as endless. */
const endlessItems = 40

/** How long a request that nobody wants may take to arrive. */
const watchedMs = 100

async function walk(items: AsyncIterable<{ readonly id: string }>, most = Infinity) {
  const ids: string[] = []
  for await (const { id } of items) if (ids.push(id) >= most) break
  return ids
}

/** Lists with wrong pages or errors, steps that overlap, and loops that end early. */
export const listRows: ScenarioGroup = {
  title: 'Lists',
  scenarios: [
    {
      name: 'a list whose cursors form a loop ends with an error',
      why: 'With this server bug, a nightly job would never end.',
      needs: ['list'],
      async run({ sdk, serve, connect }) {
        const server = await serve(json(sdk.dialect.page(['ct_1', 'ct_2'], 'ct_2')))
        const settlement = await settle(() => walk(connect(server).list(), endlessItems))
        return {
          passed: settlement.state === 'rejected' && server.seen.length <= 4,
          saw:
            settlement.state === 'resolved'
              ? `endless: ${server.seen.length} requests`
              : inWords(settlement),
        }
      },
    },
    {
      name: 'an empty page in the middle does not end the list silently',
      why: 'Many servers filter after paging. The loop must yield all items or fail, not yield half of them and succeed.',
      needs: ['list'],
      async run({ sdk, serve, connect }) {
        const { page } = sdk.dialect
        const server = await serve(
          json(page(['ct_1', 'ct_2'], 'ct_2')),
          json(page([], 'ct_4')),
          json(page(['ct_5', 'ct_6'], null)),
        )
        const settlement = await settle(() => walk(connect(server).list(), endlessItems))
        const result =
          settlement.state === 'resolved' ? String(settlement.value) : inWords(settlement)
        return {
          passed: settlement.state === 'rejected' || result === 'ct_1,ct_2,ct_5,ct_6',
          saw: result,
        }
      },
    },
    {
      name: 'after an error in a list the next step requests the same page again',
      why: 'A caller that catches the error and continues wants the rest, not the same error forever or a silent end.',
      needs: ['list'],
      async run({ sdk, serve, connect }) {
        const { page, refusal } = sdk.dialect
        const server = await serve(
          json(page(['ct_1'], 'ct_1')),
          refusal(403, 'forbidden', 'Not now.'),
          json(page(['ct_2'], null)),
        )
        const items = connect(server, { maxRetries: 0 }).list()[Symbol.asyncIterator]()
        await items.next()
        const firstSettlement = await settle(() => items.next())
        const settlement = await settle(async () => (await items.next()).value?.id)
        const result =
          settlement.state === 'resolved' ? String(settlement.value) : inWords(settlement)
        return {
          passed:
            firstSettlement.state === 'rejected' &&
            result === 'ct_2' &&
            server.seen[2]?.url === server.seen[1]?.url,
          saw: result === 'undefined' ? 'ended without an error' : `then ${result}`,
        }
      },
    },
    {
      name: 'overlapping steps yield every item once, in order',
      why: 'Workers that share one list read from it at the same time.',
      needs: ['list'],
      async run({ sdk, serve, connect }) {
        const { page } = sdk.dialect
        const server = await serve(
          json(page(['ct_1', 'ct_2'], 'ct_2')),
          json(page(['ct_3', 'ct_4'], null)),
        )
        const items = connect(server).list()[Symbol.asyncIterator]()
        const settlement = await settle(() => Promise.all([1, 2, 3, 4].map(() => items.next())))
        const results = settlement.state === 'resolved' ? settlement.value : []
        const ids = (results as IteratorResult<{ id: string }>[]).map(({ value }) => value?.id)
        const result = ids.length > 0 ? ids.join(',') : inWords(settlement)
        return { passed: result === 'ct_1,ct_2,ct_3,ct_4', saw: result }
      },
    },
    {
      name: 'leaving the loop stops the requests',
      why: 'Pages that nobody reads still count against the rate limit.',
      needs: ['list'],
      async run({ sdk, serve, connect }) {
        const server = await serve(json(sdk.dialect.page(['ct_1', 'ct_2'], 'ct_2')))
        await settle(() => walk(connect(server).list(), 2))
        await pause(watchedMs)
        const { length } = server.seen
        return { passed: length === 1, saw: `${length} sent` }
      },
    },
  ],
}
