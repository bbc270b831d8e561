import { appearances, firstAppearance, toAppearance } from '../collections/appearance.ts'
import type { Context } from '../commit/request-context.ts'
import { Failure } from '../errors/failure.ts'
import { changedAt } from '../values/changed-at.ts'
import { overlay } from '../values/overlay-changes.ts'
import type { Handlers } from './handler-types.ts'

export const appearance: Handlers['appearance'] = {
  get: async (_input, context) => toAppearance((await find(context)).shown),

  update({ body: { revision, ...changes } }, context) {
    return context.write(async (at) => {
      const { row, shown } = await find(context)
      if (revision !== shown.columns.revision) throw stale(shown.columns.revision)
      const set = { revision: revision + 1, updated_at: changedAt(shown.columns, at) }
      const columns = { ...shown.columns, ...set }
      const data = overlay(shown.data, changes)
      return {
        ops: [
          row
            ? appearances.edit(row, { set, data })
            : appearances.insert(columns.workspace, columns, data),
        ],
        reply: toAppearance({ columns, data }),
      }
    })
  },
}

async function find({ store, workspace }: Context) {
  const row = await appearances.get(store, workspace.id, workspace.id)
  return { row, shown: row ?? firstAppearance(workspace.id, workspace.columns.created_at) }
}

function stale(current: number): Failure {
  const detail = `The appearance is at revision ${current}. Read it again, then send your change.`
  return new Failure('conflict', detail, { param: 'revision' })
}
