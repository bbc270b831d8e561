import { countOnLink, type LinkCount } from '../records/link-day.ts'
import { personalLinks, type StoredPersonalLink } from '../records/personal-link.ts'
import type { Services } from '../services.ts'
import type { WriteOp } from '../store/index.ts'

/** The link of a workspace that an address named: visitors can write there what they like. */
export async function findLink(
  { store }: Pick<Services, 'store'>,
  workspace: string,
  id: string | null | undefined,
): Promise<StoredPersonalLink | null> {
  if (!id) return null
  const row = await personalLinks.get(store, id)
  return row?.keys.workspace === workspace ? row : null
}

/**
 * The writes that count what came of a link, under the greeting that it has now; none where there
 * is no such link.
 */
export async function linkCountOps(
  services: Pick<Services, 'store'>,
  workspace: string,
  id: string | null,
  count: LinkCount,
  at: number,
): Promise<WriteOp[]> {
  const link = await findLink(services, workspace, id)
  if (!link) return []
  return countOnLink({ workspace, link: link.id, greeting: link.keys.greeting, at }, { [count]: 1 })
}
