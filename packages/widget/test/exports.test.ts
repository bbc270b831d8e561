import { expect, test } from 'vitest'
import * as widget from '../src/index.ts'

test('the public names', () => {
  expect(Object.keys(widget).sort()).toEqual(['SiteError', 'createSiteClient'])
})
