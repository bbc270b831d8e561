import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { read, root } from './pages.ts'

/** The members of a package.json that the tests read. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly license?: string
  readonly keywords?: readonly string[]
  readonly homepage?: string
  readonly repository?: { readonly type: string; readonly url: string; readonly directory: string }
  readonly bugs?: string
  readonly engines?: { readonly node?: string }
  readonly files?: readonly string[]
  /** By subpath. The target of a file that is not code is a plain string. */
  readonly exports?: Readonly<Record<string, string | { readonly '@doorkit/source': string }>>
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** A workspace of the repository. */
export interface Workspace {
  /** Its folder from the root, such as `packages/client`. */
  readonly folder: string
  readonly manifest: Manifest
}

/** The package.json at the root. */
export const rootManifest = JSON.parse(read('package.json')) as Manifest

/** Every package and example, including those outside the workspaces of npm. */
export const workspaces: readonly Workspace[] = globSync('{packages,examples}/*/package.json', {
  cwd: root,
})
  .toSorted()
  .map((file) => ({ folder: dirname(file), manifest: JSON.parse(read(file)) as Manifest }))

/** The workspaces that are published. */
export const published = workspaces.filter(({ manifest }) => !manifest.private)

/**
 * The dependencies from outside of this repository, with their ranges. An aliased package has its real
 * name here.
 */
export function fromElsewhere(
  ...tables: readonly (Readonly<Record<string, string>> | undefined)[]
): [name: string, range: string][] {
  return tables
    .flatMap((table) => Object.entries(table ?? {}))
    .filter(([name]) => !name.startsWith('@doorkit/'))
    .map(([name, range]) => {
      const [, own = name, version = range] = /^npm:(.+)@(.+)$/.exec(range) ?? []
      return [own, version]
    })
}
