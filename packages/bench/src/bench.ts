import { parseArgs } from 'node:util'
import { benches } from './benches.ts'
import { formatReport } from './format-report.ts'
import { isMet } from './report.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    store: { type: 'string' },
    only: { type: 'string' },
    connections: { type: 'string' },
    write: { type: 'string' },
  },
})
const [name = ''] = positionals
const load = Object.hasOwn(benches, name) ? benches[name] : undefined

if (load) {
  const report = await (await load()).run(values)
  if (values.check && !report.targets.every(isMet)) process.exitCode = 1
  const text = values.json ? JSON.stringify(report) : formatReport(report)
  // An SDK that obeys a Retry-After of an hour leaves a timer running: do not wait for it.
  process.stdout.write(`${text}\n`, () => process.exit())
} else {
  console.error(
    'npm run bench -- <name> [--json] [--quick] [--short] [--check] [--store NAME] [--only TEXT] [--connections N] [--write FILE]\n',
  )
  for (const [known, loadKnown] of Object.entries(benches)) {
    console.error(`  ${known.padEnd(10)} ${(await loadKnown()).summary}`)
  }
  console.error('\nWith --check, the bench exits with 1 if it misses a target.')
  process.exitCode = 1
}
