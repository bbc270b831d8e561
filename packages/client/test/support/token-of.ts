import { type ListPosition, writeResumeToken } from '../../src/list/resume-token.ts'
import type { ScriptedServer } from './scripted-server.ts'

/** The resume token of a position in an unfiltered list of contacts. */
export function tokenOf(
  { origin }: Pick<ScriptedServer, 'origin'>,
  position: ListPosition,
): string {
  const list = `${new URL(origin).host}/v1/contacts`
  return writeResumeToken(position, { list, filters: '' })
}
