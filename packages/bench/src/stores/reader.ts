/** A store or a library that reads the items. */
export interface Reader {
  get(id: string): Promise<{ readonly id: string }>
  page(workspace: string): Promise<readonly object[]>
}

/** The kind of read. */
export type ReadKind = keyof Reader

/** The table of the store. */
export const itemsPlan = {
  collections: [
    {
      name: 'items',
      columns: { workspace: 'text', at: 'integer' },
      indexes: [{ name: 'items_at', on: ['workspace', 'at'] }],
    },
  ],
} as const

/** How many workspaces share the items. */
export const workspaces = 20

/** How many reads run at the same time. */
export const readsAtOnce = 16
