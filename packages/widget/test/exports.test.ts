import { expect, test } from 'vitest'
import * as widget from '../src/index.ts'

test('the package exports these names', () => {
  expect(Object.keys(widget).sort()).toEqual(['SiteError', 'createSiteClient'])
})
