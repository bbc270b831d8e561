/** A store or a library that reads the rows of the table `items`. */
export interface Reader {
  get(id: string): Promise<object>
  page(workspace: string): Promise<readonly object[]>
}

/** What a reader is asked for. */
export type Work = keyof Reader

/** Reads a second, and what one costs of the processor of its process, in microseconds. */
export interface Round {
  readonly speed: number
  readonly cpuUs: number
}

/** The table of the store. */
export const itemsPlan = {
  collections: [
    {
      name: 'items',
      keys: { workspace: 'text', at: 'integer' },
      indexes: [{ name: 'items_at', on: ['workspace', 'at'] }],
    },
  ],
} as const

/** How many workspaces share the items. */
export const workspaces = 20

/** How many reads are under way at once. */
export const readsAtOnce = 16
