import { expect, test } from 'vitest'
import { collections } from '../../src/collections/all-collections.ts'
import { hostAges } from '../../src/privacy/host-retention.ts'

const inWorkspaces = collections.filter(({ plan }) => plan.partition !== undefined)

/** The columns by which rows of all workspaces are found: due rows and old rows. */
const columnsOverAll = ({ plan }: (typeof collections)[number]) => [
  'due_at',
  ...Object.values(hostAges)
    .filter(({ collection }) => collection.plan.name === plan.name)
    .map(({ column }) => column),
  ...(typeof plan.retention === 'string' ? [] : [plan.retention.by]),
]

test('every index begins with the workspace, except those by which the worker finds due and old rows', () => {
  let beginWithWorkspace = 0
  for (const collection of inWorkspaces) {
    for (const { name, on, unique } of collection.plan.indexes) {
      const beginsWithWorkspace = on[0] === collection.plan.partition
      if (beginsWithWorkspace) beginWithWorkspace += 1
      else expect(columnsOverAll(collection), name).toContain(on[0])
      // A value is unique only in its workspace, so no node of a distributed database has to ask another.
      if (unique) expect(beginsWithWorkspace, name).toBe(true)
    }
  }
  expect(beginWithWorkspace).toBeGreaterThan(40)
})

test('every collection except four directories has the workspace as its partition', () => {
  const directories = collections.filter((collection) => !inWorkspaces.includes(collection))
  expect(directories.map(({ plan }) => plan.name).sort()).toEqual([
    'keys',
    'settings',
    'site_keys',
    'workspaces',
  ])
})
