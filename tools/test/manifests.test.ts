import { errorDocsUrl } from '@doorkit/models'
import { expect, test } from 'vitest'
import { published } from './manifests.ts'
import { read } from './pages.ts'

const site = new URL(errorDocsUrl('not_found')).origin

test('what is published is published alike', () => {
  expect(published.length).toBeGreaterThan(8)
  const [first] = published
  for (const { folder, manifest } of published) {
    expect(manifest.version, folder).toBe(first?.manifest.version)
    expect(manifest.license, folder).toBe('MIT')
    expect(read(`${folder}/LICENSE`), folder).toBe(read('LICENSE'))
    expect(manifest.keywords?.length, folder).toBeGreaterThan(2)
    expect(manifest.homepage, folder).toBe(site)
    expect(manifest.engines, folder).toEqual({ node: '>=22.19' })
    expect(manifest.files, folder).toContain('dist')
    expect(manifest.scripts?.build, folder).toContain('tsup')
  }
})
