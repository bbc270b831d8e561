import { type Erasure, PrivacyExport } from '@doorkit/models'
import * as z from 'zod'
import { commitChange } from '../commit/commit-change.ts'
import { check } from '../errors/check-input.ts'
import { findWorkspace } from '../services/find-workspace.ts'
import type { Services } from '../services/services.ts'
import { jsonPieces } from '../text/json-stream.ts'
import { erasePerson } from './erase-person.ts'
import { exportPerson } from './export-person.ts'
import { findSubject, SubjectNames } from './find-subject.ts'

/**
 * A person of a workspace, by one of three names: an email address, the external id from an application,
 * or the visitor id of a website. Instead of a visitor id, the `visitor_token` that the page keeps works
 * too. If the email address of the person is known, the operation covers everything about that address.
 */
export type PrivacyPerson = SubjectNames & {
  /** The id of the workspace. */
  readonly workspace: string
}

/**
 * Lets the host's code export and erase everything about one person. It also accepts names of a
 * visitor that the workspace API does not accept.
 */
export interface Privacy {
  /**
   * Returns everything about a person. `email` is empty for a person without an address.
   *
   * @throws KitError `not_found` for an unknown workspace; `invalid_input` for an unusable name, or for
   * no name or several.
   */
  export(person: PrivacyPerson): Promise<PrivacyExport>
  /**
   * Permanently erases everything about a person. For a person without an address, `email_hash` in
   * the receipt is the hash of the external id or the visitor id.
   *
   * @throws KitError `not_found` for an unknown workspace; `invalid_input` for an unusable name, or for
   * no name or several.
   */
  erase(person: PrivacyPerson): Promise<Erasure>
}

export function managePrivacy(ready: () => Promise<Services>): Privacy {
  async function open({ workspace: id, ...names }: PrivacyPerson) {
    const given = check(SubjectNames, names)
    const services = await ready()
    const workspace = await findWorkspace(services.store, check(z.string(), id))
    const subject = await findSubject(services, workspace.id, given)
    return { context: { ...services, workspace }, subject }
  }
  return {
    async export(person) {
      const { context, subject } = await open(person)
      const { value } = await exportPerson(context, subject)
      let text = ''
      for await (const piece of jsonPieces(value)) text += piece
      return PrivacyExport.parse(JSON.parse(text))
    },
    async erase(person) {
      const { context, subject } = await open(person)
      return erasePerson(
        {
          ...context,
          claimKey: async () => {},
          write: (build) => commitChange(context, context.workspace.id, build),
        },
        subject,
        (erasure) => erasure,
      )
    },
  }
}
