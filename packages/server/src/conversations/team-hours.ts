import type { StoredWorkspace } from '../collections/workspace.ts'
import type { TeamHours } from '../ports/agent-tool.ts'
import type { Services } from '../services/services.ts'
import { teamHoursAt } from '../values/team-hours-at.ts'

/** Whether people of a workspace's team answer at a time (default: now); null if they always do. */
export function teamHours(
  services: Pick<Services, 'teamHours' | 'clock'>,
  { data: { agent, timezone } }: StoredWorkspace,
  at = services.clock.now(),
): TeamHours | null {
  const hours = agent.handoff.hours ?? services.teamHours
  return hours && teamHoursAt(hours, timezone, at)
}
