import { json, type Reply } from './reply.ts'
import type { ScenarioGroup } from './scenario.ts'
import { inWords, settle } from './settle.ts'

const redirect =
  (status: number, location: (path: string) => string): Reply =>
  (response, { url }) =>
    response.writeHead(status, { location: location(url) }).end()

/** A server that redirects its clients. */
export const redirectRows: ScenarioGroup = {
  title: 'Redirects',
  scenarios: [
    {
      name: 'a redirect does not send the API key to another host',
      why: 'After one wrong redirect of a proxy, another host could use the API key.',
      async run({ sdk, serve, connect }) {
        const otherServer = await serve(json(sdk.dialect.object('ct_1')))
        const server = await serve(redirect(307, (path) => otherServer.origin + path))
        const settlement = await settle(() => connect(server, { maxRetries: 0 }).get('ct_1'))
        const isLeaked = JSON.stringify(otherServer.seen).includes('h4rd2guess')
        const isFollowed = otherServer.seen.length > 0
        return {
          passed: !isLeaked,
          saw: isLeaked
            ? 'key sent to the other host'
            : isFollowed
              ? 'followed without the key'
              : inWords(settlement),
        }
      },
    },
    {
      name: 'a redirect does not send the data of a write to another host',
      why: 'The body contains customer data, which another host must not get.',
      async run({ sdk, serve, connect }) {
        const otherServer = await serve(json(sdk.dialect.object('ct_1')))
        const server = await serve(redirect(307, (path) => otherServer.origin + path))
        const settlement = await settle(() => connect(server, { maxRetries: 0 }).create())
        const isLeaked = otherServer.seen.some(({ body }) => body !== '')
        return {
          passed: !isLeaked,
          saw: isLeaked ? 'body sent to the other host' : inWords(settlement),
        }
      },
    },
    {
      name: 'a redirect loop ends with an error of the SDK',
      why: "A misconfigured proxy must neither hang the caller nor look like a bug in the caller's code.",
      async run({ sdk, serve, connect }) {
        const server = await serve(redirect(302, (path) => path))
        const settlement = await settle(() => connect(server, { maxRetries: 0 }).get('ct_1'))
        const { length } = server.seen
        return {
          passed: settlement.state === 'rejected' && sdk.owns(settlement.error) && length <= 25,
          saw: `${length} sent, ${inWords(settlement)}`,
        }
      },
    },
  ],
}
