import { json } from './reply.ts'
import type { Scenario, ScenarioGroup } from './scenario.ts'
import { inWords, settle } from './settle.ts'

/** Reads an object by a bad id. The id must be refused or, if `encoded` is set, be sent as `encoded`. */
function badId(name: string, id: string, encoded: string | undefined, why: string): Scenario {
  return {
    name,
    why,
    async run({ sdk, serve, connect }) {
      const server = await serve(json(sdk.dialect.object('ct_1')))
      const settlement = await settle(() => connect(server).get(id))
      const url = server.seen[0]?.url
      if (url === undefined) {
        return {
          passed: settlement.state === 'rejected',
          saw: `nothing sent, ${inWords(settlement)}`,
        }
      }
      const last = url.slice(url.lastIndexOf('/') + 1)
      return {
        passed: encoded !== undefined && last.toLowerCase() === encoded,
        saw: `sent to ${url}`,
      }
    },
  }
}

/** Ids that would change the path of a request. */
export const pathRows: ScenarioGroup = {
  title: 'Ids in paths',
  scenarios: [
    badId(
      'an empty id does not turn a read into a list',
      '',
      undefined,
      'An unset variable must not read or delete something else.',
    ),
    badId(
      'an id of two dots does not change the path',
      '..',
      '%2e%2e',
      'Ids come from URLs and forms, and "../admin" must not select another operation.',
    ),
    badId(
      'an id with a slash and a question mark stays one id',
      'a/b?x',
      'a%2fb%3fx',
      'An id must not change the rest of the URL.',
    ),
    badId(
      'an id with a line break stays one id',
      'a\nb',
      'a%0ab',
      'URL parsers drop line breaks, so the request would name another object.',
    ),
  ],
}
