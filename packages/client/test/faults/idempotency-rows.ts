import { json, reset } from './reply.ts'
import type { ScenarioGroup } from './scenario.ts'
import { inWords, settle } from './settle.ts'

/** Writes that must have their effect once. */
export const idempotencyRows: ScenarioGroup = {
  title: 'Writes that happen once',
  scenarios: [
    {
      name: 'a write gets an idempotency key automatically, the same in every attempt',
      why: 'A retry after a lost answer must not create the object twice, and users forget to create such keys.',
      needs: ['retries'],
      async run({ sdk, serve, connect }) {
        const { refusal, object } = sdk.dialect
        const server = await serve(refusal(500, 'internal_error', 'Oops.'), json(object('ct_1')))
        const settlement = await settle(() => connect(server).create())
        const keys = server.seen.map(({ headers }) => headers['idempotency-key'])
        const [key] = keys
        return {
          passed: keys.length === 2 && key !== undefined && keys[1] === key,
          saw: `${keys.length} sent, ${key === undefined ? 'no key' : 'with a key'}, ${inWords(settlement)}`,
        }
      },
    },
    {
      name: 'an idempotency key that the caller passes is sent',
      why: 'An option that is accepted and ignored is worse than no option: the user believes that it works.',
      evidence: 'anthropics/anthropic-sdk-typescript#1112',
      needs: ['idempotencyKey'],
      async run({ sdk, serve, connect }) {
        const server = await serve(json(sdk.dialect.object('ct_1')))
        await settle(() => connect(server).create({ idempotencyKey: 'order-17' }))
        const sent = server.seen[0]?.headers['idempotency-key']
        return { passed: sent === 'order-17', saw: sent === undefined ? 'no key sent' : 'key sent' }
      },
    },
    {
      name: 'a write whose outcome is unknown is repeated only under the same idempotency key',
      why: 'When the connection breaks, the client cannot know whether the server performed the write. Without an idempotency key, a retry may perform it twice.',
      async run({ sdk, serve, connect }) {
        const server = await serve(reset, json(sdk.dialect.object('ct_1')))
        await settle(() => connect(server).create())
        const keys = server.seen.map(({ headers }) => headers['idempotency-key'])
        const isSafe = keys.length === 1 || (keys[0] !== undefined && new Set(keys).size === 1)
        return {
          passed: isSafe,
          saw:
            keys.length === 1 ? 'not repeated' : `repeated ${keys[0] ? 'with' : 'without'} a key`,
        }
      },
    },
    {
      name: 'an idempotency key with a line break is refused and adds no header',
      why: 'Idempotency keys are often made from user input, and a line break in a header is an injection.',
      needs: ['idempotencyKey'],
      async run({ sdk, serve, connect }) {
        const server = await serve(json(sdk.dialect.object('ct_1')))
        const idempotencyKey = 'order\r\nx-injected: 1'
        const settlement = await settle(() => connect(server).create({ idempotencyKey }))
        const { length } = server.seen
        return {
          passed: settlement.state === 'rejected' && length === 0,
          saw: `${length} sent, ${inWords(settlement)}`,
        }
      },
    },
  ],
}
