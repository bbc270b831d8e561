import type { CollectionPlan, IndexPlan } from './schema.ts'

/** The index over the identity of rows, which every collection has without a declaration. */
export function identityIndex({ partition }: Pick<CollectionPlan, 'partition'>): IndexPlan {
  return { name: 'id', on: partition === undefined ? [] : [partition] }
}

/**
 * The columns that order rows in an index: its own, then the columns that distinguish rows with equal
 * values. An id is unique only within its partition.
 */
export function orderOf(
  { partition }: Pick<CollectionPlan, 'partition'>,
  { on }: Pick<IndexPlan, 'on'>,
): readonly string[] {
  const spansPartitions = partition !== undefined && !on.includes(partition)
  return spansPartitions ? [...on, partition, 'id'] : [...on, 'id']
}
