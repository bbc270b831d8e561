import { type ContactAttributes, type ContactUpdate, normalizeEmail } from '@doorkit/models'
import { equals } from '../collections/collection.ts'
import {
  type ContactData,
  findContact,
  newContact,
  type StoredContact,
  contacts as storedContacts,
  toContact,
} from '../collections/contact.ts'
import type { Context } from '../commit/request-context.ts'
import { bindRowsToOwner } from '../conversations/external-id-owner.ts'
import { Failure } from '../errors/failure.ts'
import { erasePerson } from '../privacy/erase-person.ts'
import { subjectOf } from '../privacy/find-subject.ts'
import { changedAt } from '../values/changed-at.ts'
import { overlay } from '../values/overlay-changes.ts'
import { deleted } from './delete-object.ts'
import { finder } from './find-by-id.ts'
import type { Handlers } from './handler-types.ts'
import { longPage, since } from './list-page.ts'

const find = finder(storedContacts, 'contact')

export const contacts: Handlers['contacts'] = {
  async list({ query }, context) {
    const email = query.email === undefined ? [] : [equals('email', normalizeEmail(query.email))]
    return longPage(context, {
      collection: storedContacts,
      // At most one contact has a given address, so a list by address needs no order.
      index: query.email === undefined ? 'contacts_updated' : 'contacts_email',
      where: [...email, ...since('updated_at', query.updated_since)],
      query,
      isIncremental: true,
      toItem: toContact,
    })
  },

  get: async ({ id }, context) => toContact(await find(context, id)),

  upsert({ body: { email: address, ...fields } }, context) {
    const email = normalizeEmail(address)
    const workspace = context.workspace.id
    return context.write(async (at) => {
      const known = await findContact(context.store, workspace, email)
      if (known) return change(context, known, fields, at)
      if (fields.external_id) {
        await bindRowsToOwner(context, workspace, fields.external_id, email)
      }
      const id = context.makeId('contact')
      const columns = {
        workspace,
        email,
        external_id: fields.external_id ?? null,
        created_at: at,
        updated_at: at,
      }
      const data = merge(newContact('api', at), fields)
      return {
        ops: [storedContacts.insert(id, columns, data)],
        reply: toContact({ id, columns, data }),
        onConflict: externalIdTaken(context, columns),
      }
    })
  },

  update: ({ id, body }, context) =>
    context.write(async (at) => change(context, await find(context, id), body, at)),

  async delete({ id }, context) {
    const row = await find(context, id)
    return erasePerson(context, subjectOf(row.columns.email), (erasure) => ({
      ...deleted(row.id, 'contact'),
      erasure,
    }))
  },
}

async function change(context: Context, row: StoredContact, fields: ContactUpdate, at: number) {
  const { workspace, email, external_id: before } = row.columns
  const { external_id = before } = fields
  if (external_id !== before) {
    if (before) await bindRowsToOwner(context, workspace, before, null)
    if (external_id) await bindRowsToOwner(context, workspace, external_id, email)
  }
  const updated_at = changedAt(row.columns, at)
  const columns = { ...row.columns, external_id, updated_at }
  // Writing a column may update its index even if the value stays the same. So only a new id is written.
  const changedId = external_id === before ? {} : { external_id }
  const data = merge(row.data, fields)
  return {
    ops: [storedContacts.edit(row, { set: { ...changedId, updated_at }, data })],
    reply: toContact({ id: row.id, columns, data }),
    onConflict: externalIdTaken(context, columns),
  }
}

/** Makes the function that refuses the external id of another contact. It ignores other conflicts. */
function externalIdTaken({ store }: Context, columns: StoredContact['columns']) {
  return async (index: string): Promise<Failure | undefined> => {
    if (index !== 'contacts_external_id' || columns.external_id === null) return undefined
    const where = [
      equals('workspace', columns.workspace),
      equals('external_id', columns.external_id),
    ]
    const owner = await storedContacts.first(store, 'contacts_external_id', where)
    if (!owner || owner.columns.email === columns.email) return undefined
    return new Failure('conflict', 'Another contact of this workspace has this external_id.', {
      param: 'external_id',
    })
  }
}

/** Changes the data of a contact: missing fields stay as they are, and attributes merge by name. */
function merge(
  data: ContactData,
  { attributes, external_id: _externalId, ...fields }: ContactUpdate,
) {
  const merged = mergeAttributes(data.attributes, attributes ?? {})
  return { ...overlay(data, fields), attributes: merged }
}

function mergeAttributes(stored: ContactData['attributes'], changes: ContactAttributes) {
  const merged = Object.fromEntries(
    Object.entries({ ...stored, ...changes }).filter(([, value]) => value !== null),
  )
  if (Object.keys(merged).length > 50) {
    throw new Failure('invalid_request', 'A contact has at most 50 attributes.', {
      param: 'attributes',
    })
  }
  return merged
}
