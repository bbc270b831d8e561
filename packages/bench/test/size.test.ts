import { expect, test } from 'vitest'
import { libraries } from '../src/size/libraries.ts'
import { measureLibrary } from '../src/size/measure-library.ts'
import { createProject } from '../src/size/project.ts'

test('the cost of a library has every figure, and counts the packages that it depends on', async () => {
  const svix = libraries.find(({ name }) => name === 'svix') ?? expect.fail('svix is not listed')
  using project = await createProject(['svix', '@types/node'])
  const cost = await measureLibrary(svix, project.directory, { load: 1, compile: 1 })
  expect(cost.bundle.gzippedBytes).toBeGreaterThan(10_000)
  expect(cost.bundle.minifiedBytes).toBeGreaterThan(cost.bundle.gzippedBytes)
  expect(cost.install.packages).toBeGreaterThanOrEqual(2)
  expect(cost.install.bytes).toBeGreaterThan(cost.bundle.minifiedBytes)
  expect(cost.install.files).toBeGreaterThan(100)
  expect(cost.importMs).toBeGreaterThan(0)
  expect(cost.requireMs).toBeGreaterThan(0)
  expect(cost.types.megabytes).toBeGreaterThan(0)
})
