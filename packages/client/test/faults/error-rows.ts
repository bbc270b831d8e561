import type { Lab, ScenarioGroup } from './scenario.ts'
import { nameOf, settle } from './settle.ts'
import { deepPrint, shows } from './shows.ts'

const detail = 'There is no contact with this id.'
const requestId = 'req_7fault7'

/** The error of a call that the API refuses with 404. */
async function refuseCall({ sdk, serve, connect }: Lab): Promise<unknown> {
  const refuse = sdk.dialect.refusal(404, 'contact_not_found', detail)
  const server = await serve((response, request) => {
    response.setHeader(sdk.dialect.requestIdHeader, requestId)
    refuse(response, request)
  })
  const settlement = await settle(() => connect(server).get('ct_1'))
  return settlement.state === 'rejected' ? settlement.error : undefined
}

/** The facts in an error of the API. */
export const errorRows: ScenarioGroup = {
  title: 'Helpful errors',
  scenarios: [
    {
      name: 'the error has code, text and status of the error document',
      why: 'Programs branch on the code, and people read the text. Each API has its own format.',
      async run(lab) {
        const error = await refuseCall(lab)
        const shownFacts = ['contact_not_found', detail, '404'].filter((text) => shows(error, text))
        return { passed: shownFacts.length === 3, saw: `${shownFacts.length} of 3 shown` }
      },
    },
    {
      name: 'the error has the id of the request',
      why: 'Support asks for this id first.',
      async run(lab) {
        const isShown = shows(await refuseCall(lab), requestId)
        return { passed: isShown, saw: isShown ? 'shown' : 'lost' }
      },
    },
    {
      name: 'the error has its own name',
      why: 'Logs and error trackers group by name, and the name "Error" groups everything.',
      async run(lab) {
        const error = await refuseCall(lab)
        const { name } = Object(error) as { name?: unknown }
        return {
          passed: typeof name === 'string' && !['Error', 'TypeError', ''].includes(name),
          saw: `name is ${JSON.stringify(name)}`,
        }
      },
    },
    {
      name: 'the error does not show the API key',
      why: 'Errors are logged, and many people read logs.',
      async run(lab) {
        const error = await refuseCall(lab)
        const printedError = `${deepPrint(error)}${JSON.stringify(error)}${(error as Error)?.stack}`
        const isLeaked = printedError.includes('h4rd2guess')
        return { passed: !isLeaked, saw: isLeaked ? `key in ${nameOf(error)}` : 'no key' }
      },
    },
  ],
}
