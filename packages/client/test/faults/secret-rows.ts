import { inspect } from 'node:util'
import { json } from './reply.ts'
import { type Lab, type Scenario, type ScenarioGroup, secretKey } from './scenario.ts'
import { inWords, settle } from './settle.ts'
import { deepPrint } from './shows.ts'

function printRow(name: string, print: (client: unknown) => string): Scenario {
  return {
    name,
    why: 'Logged objects often contain a client, and many people read logs.',
    async run({ sdk, serve, connect }: Lab) {
      const server = await serve(json(sdk.dialect.object('ct_1')))
      const connection = connect(server)
      await connection.get('ct_1')
      const isLeaked = print(connection.client).includes(secretKey)
      return { passed: !isLeaked, saw: isLeaked ? 'key printed' : 'no key' }
    },
  }
}

/** JSON, or nothing if a circular reference makes it impossible. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}

/** The places in which an API key could appear. */
export const secretRows: ScenarioGroup = {
  title: 'The API key stays secret',
  scenarios: [
    printRow('a printed client does not show the API key', (client) =>
      inspect(client, { depth: 5 }),
    ),
    printRow('a client as JSON does not show the API key', jsonOf),
    {
      name: 'the most detailed log level does not show the API key',
      why: 'People switch it on when something is wrong, and then send the log to others.',
      needs: ['logger'],
      async run({ sdk, serve, connect }) {
        const { refusal, object } = sdk.dialect
        const server = await serve(
          json(object('ct_1')),
          refusal(401, 'invalid_api_key', 'No such key.'),
        )
        const lines: string[] = []
        const connection = connect(server, { onLog: (text) => lines.push(text) })
        await connection.get('ct_1')
        await settle(() => connection.create())
        const isLeaked = lines.join('\n').includes(secretKey)
        return {
          passed: lines.length > 0 && !isLeaked,
          saw: isLeaked ? 'key logged' : `${lines.length} records without it`,
        }
      },
    },
    {
      name: 'an API key with a line break is refused, and the error does not show it',
      why: 'API keys that are pasted or read from files often end with a line break, and the error message goes to a log.',
      async run({ sdk, serve, connect }) {
        const server = await serve(json(sdk.dialect.object('ct_1')))
        const apiKey = `${secretKey}\r\nx-injected: 1`
        const settlement = await settle(() =>
          connect(server, { apiKey, maxRetries: 0 }).get('ct_1'),
        )
        const { length } = server.seen
        const isLeaked =
          settlement.state === 'rejected' && deepPrint(settlement.error).includes(secretKey)
        return {
          passed: settlement.state === 'rejected' && length === 0 && !isLeaked,
          saw: `${length} sent, ${inWords(settlement)}${isLeaked ? ' with the key' : ''}`,
        }
      },
    },
  ],
}
