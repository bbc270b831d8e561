import { writeFile } from 'node:fs/promises'
import type { Bench } from '../report.ts'
import { keepScore } from './scoreboard.ts'
import { scoreboardPage } from './scoreboard-page.ts'
import { scoreboardReport } from './scoreboard-report.ts'
import { scenarioGroups } from './sdks/matrix.ts'
import { sdks } from './sdks.ts'

/** Scenarios of a few milliseconds, and SDKs that differ in them. */
const quickly = { groups: ['Ids in paths', 'Redirects'], sdks: ['doorkit', 'svix'] }

/** The behaviour of this SDK and of others when something goes wrong. */
export const faultsBench: Bench = {
  summary: 'what SDKs do under faults, scenario by scenario; --write FILE keeps it as a page',
  async run({ quick, write }) {
    const scoreboard = await keepScore(
      scenarioGroups.filter(({ title }) => !quick || quickly.groups.includes(title)),
      sdks.filter(({ name }) => !quick || quickly.sdks.includes(name)),
    )
    if (write !== undefined) await writeFile(write, scoreboardPage(scoreboard))
    return scoreboardReport(scoreboard)
  },
}
