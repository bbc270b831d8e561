import { appearances, firstAppearance, toAppearance } from '../collections/appearance.ts'
import type { Context } from '../commit/commit-context.ts'
import { Failure } from '../errors/failure.ts'
import { changedAt } from '../values/changed-at.ts'
import { overlay } from '../values/overlay-changes.ts'
import type { Handlers } from './handler.ts'

export const appearance: Handlers['appearance'] = {
  async get(_input, context) {
    return toAppearance((await find(context)).shown)
  },

  update({ body: { revision, ...changes } }, context) {
    return context.write(async (at) => {
      const { row, shown } = await find(context)
      const { columns, data } = shown
      if (revision !== columns.revision) throw stale(columns.revision)
      const next = {
        columns: { ...columns, revision: columns.revision + 1, updated_at: changedAt(columns, at) },
        data: overlay(data, changes),
      }
      const { workspace } = columns
      return {
        ops: [
          row
            ? appearances.edit(row, {
                set: { revision: next.columns.revision, updated_at: next.columns.updated_at },
                data: next.data,
              })
            : appearances.insert(workspace, next.columns, next.data),
        ],
        reply: toAppearance(next),
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
