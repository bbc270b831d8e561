import { json, type Reply } from './reply.ts'
import type { ScenarioGroup } from './scenario.ts'
import { inWords, settle } from './settle.ts'

const redirect =
  (status: number, location: (path: string) => string): Reply =>
  (response, { url }) =>
    response.writeHead(status, { location: location(url) }).end()

/** A server that redirects its callers. */
export const redirectRows: ScenarioGroup = {
  title: 'Redirects',
  scenarios: [
    {
      name: 'a redirect does not send the API key to another host',
      why: 'After one wrong redirect of a proxy, another host could use the API key.',
      async run({ sdk, serve, connect }) {
        const stranger = await serve(json(sdk.dialect.object('ct_1')))
        const server = await serve(redirect(307, (path) => stranger.origin + path))
        const settlement = await settle(() => connect(server, { maxRetries: 0 }).get('ct_1'))
        const leaked = JSON.stringify(stranger.seen).includes('h4rd2guess')
        const followed = stranger.seen.length > 0
        return {
          passed: !leaked,
          saw: leaked
            ? 'key sent to the other host'
            : followed
              ? 'followed without the key'
              : inWords(settlement),
        }
      },
    },
    {
      name: 'a redirect does not send the data of a write to another host',
      why: 'The body contains customer data, which another host must not get.',
      async run({ sdk, serve, connect }) {
        const stranger = await serve(json(sdk.dialect.object('ct_1')))
        const server = await serve(redirect(307, (path) => stranger.origin + path))
        const settlement = await settle(() => connect(server, { maxRetries: 0 }).create())
        const leaked = stranger.seen.some(({ body }) => body !== '')
        return {
          passed: !leaked,
          saw: leaked ? 'body sent to the other host' : inWords(settlement),
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
