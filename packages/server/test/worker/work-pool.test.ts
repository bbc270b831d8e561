import { describe, expect, test } from 'vitest'
import { openPool } from '../support/pool.ts'
import { overMemory } from '../support/stores.ts'

overMemory((openStore) => {
  describe('the places of a fair step', () => {
    test('go to one workspace up to a fifth of all', async () => {
      const pool = await openPool({}, openStore())
      await pool.add('hog', 100)
      expect(await pool.fillUp()).toEqual({ hog: 8 })
    })

    test('are available to a new workspace, even if the work of others never ends', async () => {
      const pool = await openPool({}, openStore())
      for (let hog = 0; hog < 14; hog++) {
        await pool.add(`hog-${hog}`, 100)
        await pool.fillUp()
      }
      await pool.add('healthy', 1)
      expect(await pool.fillUp()).toMatchObject({ healthy: 1 })
    })

    test('are shared evenly by workspaces that arrive at the same time', async () => {
      const pool = await openPool({}, openStore())
      for (let hog = 0; hog < 16; hog++) await pool.add(`hog-${hog}`, 20)
      const counts = await pool.fillUp()
      expect(new Set(Object.values(counts))).toEqual(new Set([2]))
      expect(Object.keys(counts)).toHaveLength(16)
      await pool.add('healthy', 1)
      expect(await pool.fillUp()).toMatchObject({ healthy: 1 })
    })

    test('are free again when the work ends', async () => {
      const pool = await openPool({}, openStore())
      await pool.add('hog', 16)
      await pool.fillUp()
      for (const { end } of pool.begun) end()
      await Promise.all(pool.underWay)
      expect(await pool.fillUp()).toEqual({ hog: 16 })
      expect(pool.done()).toBe(8)
    })

    test('are shared between rows, and no row gets more than it wants', async () => {
      const alone = await openPool({ places: () => 5 }, openStore())
      await alone.add('workspace', 1)
      await alone.fillUp()
      expect(alone.begun.map(({ places }) => places)).toEqual([5])
      const many = await openPool({ places: () => 5 }, openStore())
      await many.add('workspace', 3)
      await many.fillUp()
      expect(many.begun.map(({ places }) => places)).toEqual([2, 2, 2])
    })
  })
})
