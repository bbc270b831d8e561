import { type Appearance, toTimestamp } from '@doorkit/models'
import { collection } from './collection.ts'
import { plain, type StoredRow } from './declare-collection.ts'

export type AppearanceData = Readonly<Omit<Appearance, 'object' | 'revision' | 'updated_at'>>

const appearanceColumns = { workspace: 'text', revision: 'integer', updated_at: 'integer' } as const

/** The appearance of the chat of each workspace, stored after its first change. */
export const appearances = collection<typeof appearanceColumns, AppearanceData>({
  name: 'appearances',
  columns: appearanceColumns,
  indexes: [],
  retention: 'forever',
  fields: plain('title', 'subtitle', 'color', 'position', 'theme', 'avatar_url'),
})

export type StoredAppearance = StoredRow<typeof appearanceColumns, AppearanceData>

/** The appearance of a chat before the first change. */
export function firstAppearance(
  workspace: string,
  at: number,
): Pick<StoredAppearance, 'columns' | 'data'> {
  return {
    columns: { workspace, revision: 1, updated_at: at },
    data: {
      title: 'Chat with us',
      subtitle: '',
      color: '#2563eb',
      position: 'right',
      theme: 'auto',
      avatar_url: null,
    },
  }
}

export function toAppearance({
  columns,
  data,
}: Pick<StoredAppearance, 'columns' | 'data'>): Appearance {
  return {
    object: 'appearance',
    revision: columns.revision,
    ...data,
    updated_at: toTimestamp(columns.updated_at),
  }
}
