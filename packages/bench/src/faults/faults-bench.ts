import { writeFile } from 'node:fs/promises'
import type { Bench } from '../report.ts'
import { scoreSdks } from './scoreboard.ts'
import { scoreboardPage } from './scoreboard-page.ts'
import { scoreboardReport } from './scoreboard-report.ts'
import { scenarioGroups } from './sdks/client-scenarios.ts'
import { sdks } from './sdks.ts'

/** Short scenarios in which the SDKs differ. */
const quickSelection = { groups: ['Ids in paths', 'Redirects'], sdks: ['doorkit', 'svix'] }

export const faultsBench: Bench = {
  summary: 'how SDKs behave under faults, by scenario; --write FILE saves the results as a page',
  async run({ quick, write }) {
    const scoreboard = await scoreSdks(
      scenarioGroups.filter(({ title }) => !quick || quickSelection.groups.includes(title)),
      sdks.filter(({ name }) => !quick || quickSelection.sdks.includes(name)),
    )
    if (write !== undefined) await writeFile(write, scoreboardPage(scoreboard))
    return scoreboardReport(scoreboard)
  },
}
