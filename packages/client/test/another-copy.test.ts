import { expect, test, vi } from 'vitest'
import * as client from '../src/index.ts'
import { classesOf, errorsOf } from './support/errors-of.ts'

test('every class recognizes the errors of another copy of the package', async () => {
  vi.resetModules()
  const copy = await import('../src/index.ts')
  expect(copy.DoorkitError).not.toBe(client.DoorkitError)
  for (const [name, error] of errorsOf(copy)) {
    expect(error).toMatchObject({ name })
    expect(error).toBeInstanceOf(client.DoorkitError)
    expect(classesOf(error)).toEqual([name])
  }
  expect(new copy.DoorkitError('aborted', 'Over')).toBeInstanceOf(client.DoorkitError)
  expect(new copy.DoorkitError('aborted', 'Over')).toMatchObject({ name: 'DoorkitError' })
})
