import { type ListPlace, writeResumeToken } from '../src/list/resume-token.ts'
import type { ScriptedServer } from './scripted-server.ts'

/** The resume token of a place in the contacts of a server, listed without filters. */
export function tokenOf({ origin }: Pick<ScriptedServer, 'origin'>, place: ListPlace): string {
  const list = `${new URL(origin).host}/v1/contacts`
  return writeResumeToken(place, { list, filters: '' })
}
