import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Figures, runCampaign } from './campaign.ts'
import { campaigns } from './campaigns.ts'
import { endOnSignal } from './end-on-signal.ts'
import { printFigures, printRows } from './print-figures.ts'

const storeNames = ['memory', 'SQLite', 'PostgreSQL']

const usage = `npm run reliability -- [--minutes N] [--seed S] [--only NAME] [--write FILE]
                              [--stores A,B] [--attacks A,B] [--at-once N]

Runs every campaign for its share of the time, at least one round of each, and exits with 1 when a
promise is broken. Repeat a broken round with its seed and the name of its campaign. The second line
of options is for the campaign neighbors: it attacks only these stores (${storeNames.join(', ')}),
with only these operations (chatSessions.get) or hostile clients, from this number of connections.
--stores also selects the stores of the campaign team.
`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    write: { type: 'string', default: 'reliability.json' },
    stores: { type: 'string' },
    attacks: { type: 'string' },
    'at-once': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed)
const part = {
  stores: values.stores?.split(','),
  attacks: values.attacks?.split(','),
  atOnce: values['at-once'] === undefined ? undefined : Number(values['at-once']),
}
const chosen = Object.entries(campaigns).filter(([name]) => name === (values.only ?? name))

const unknown = part.stores?.filter((name) => !storeNames.includes(name))

if (unknown?.length) console.error(`No such store: ${unknown.join(', ')}.\n`)
if (
  values.help ||
  unknown?.length ||
  !(minutes > 0) ||
  !Number.isSafeInteger(seed) ||
  chosen.length === 0
) {
  console.error(usage)
  for (const [name, load] of Object.entries(campaigns)) {
    console.error(`  ${name.padEnd(14)} ${(await load()).summary}`)
  }
  process.exit(values.help ? 0 : 1)
}

endOnSignal()
const ends = Date.now() + minutes * 60_000
const results: Record<string, Figures> = {}
for (const [index, [name, load]] of chosen.entries()) {
  const share = (ends - Date.now()) / (chosen.length - index)
  results[name] = await runCampaign(await load(), {
    seed,
    deadline: Date.now() + share,
    long: true,
    part,
    log: console.error,
  })
  console.log(printFigures(name, results[name]))
  if (results[name].rows.length > 0) console.log(printRows(results[name].rows))
}
const failed = Object.values(results).reduce((sum, figures) => sum + figures.failed, 0)
const { version, platform, arch } = process
const machine = { node: version, platform, arch }
writeFileSync(values.write, `${JSON.stringify({ seed, minutes, machine, results }, null, 2)}\n`)
console.log(`${failed} broken promises. The figures are in ${values.write}.`)
process.exit(failed === 0 ? 0 : 1)
