import { errorDocsUrl } from '@doorkit/models'
import { expect, test } from 'vitest'
import { published, rootManifest, workspaces } from './manifests.ts'
import { read } from './pages.ts'

const site = new URL(errorDocsUrl('not_found')).origin
const repositoryUrl = 'https://github.com/doorkit/doorkit'
const oldestNode = '>=22.19'

test('all published packages have the same version, license, links and build', () => {
  expect(published.length).toBeGreaterThan(8)
  const [first] = published
  for (const { folder, manifest } of published) {
    expect(manifest.version, folder).toBe(first?.manifest.version)
    expect(manifest.license, folder).toBe('MIT')
    expect(read(`${folder}/LICENSE`), folder).toBe(read('LICENSE'))
    expect(manifest.keywords?.length, folder).toBeGreaterThan(2)
    expect(manifest.homepage, folder).toBe(site)
    expect(manifest.repository, folder).toEqual({
      type: 'git',
      url: `git+${repositoryUrl}.git`,
      directory: folder,
    })
    expect(manifest.bugs, folder).toBe(`${repositoryUrl}/issues`)
    expect(manifest.files, folder).toContain('dist')
    expect(manifest.scripts?.build, folder).toContain('tsup')
  }
})

test('every package requires the same Node versions, and .nvmrc names the one of development', () => {
  for (const { name, engines } of [rootManifest, ...workspaces.map(({ manifest }) => manifest)]) {
    expect(engines?.node, name).toBe(oldestNode)
  }
  const pinned = rootManifest.devDependencies?.node ?? ''
  expect(pinned.replace(/^\D*(\d+).*$/, '$1')).toBe(read('.nvmrc').trim())
})

test('the policies and workflows name the same repository as the packages', () => {
  for (const page of ['SECURITY.md', '.github/ISSUE_TEMPLATE/config.yml']) {
    expect(read(page), page).toContain(`${repositoryUrl}/security/advisories/new`)
  }
  expect(read('.github/workflows/release.yml')).toContain("github.repository == 'doorkit/doorkit'")
})
