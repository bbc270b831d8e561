import { createHash } from 'node:crypto'
import type { Id, IdKind } from '@doorkit/models'
import { createIds } from '@doorkit/server/internal'

/** Makes the id of a demo object: always the same for the same name in the same workspace. */
export interface DemoId {
  <Kind extends IdKind>(kind: Kind, name: string, at: number): Id<Kind>
  (kind: 'visit' | 'booking', name: string, at: number): string
}

/** Makes {@link DemoId}. The workspace is part of every id, so that several can have a demo. */
export function demoIds(workspace: string): DemoId {
  return ((kind: IdKind, name: string, at: number) => {
    const digest = createHash('sha256').update(`${workspace} ${kind} ${name}`).digest()
    const makeId = createIds(
      () => at,
      (bytes) => digest.subarray(0, bytes),
    )
    return makeId(kind)
  }) as DemoId
}
