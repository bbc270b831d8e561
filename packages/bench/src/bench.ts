import { parseArgs } from 'node:util'
import { benches } from './benches.ts'
import { printReport } from './print-report.ts'
import { isMet } from './report.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
})
const [name = ''] = positionals
const load = Object.hasOwn(benches, name) ? benches[name] : undefined

if (load) {
  const report = await (await load()).run({ quick: values.quick })
  console.log(values.json ? JSON.stringify(report) : printReport(report))
  if (values.check && !report.targets.every(isMet)) process.exitCode = 1
} else {
  console.error('npm run bench -- <name> [--json] [--quick] [--check]\n')
  for (const [known, loadKnown] of Object.entries(benches)) {
    console.error(`  ${known.padEnd(10)} ${(await loadKnown()).summary}`)
  }
  console.error('\n--check exits with 1 when a target is missed.')
  process.exitCode = 1
}
