import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { read, root } from './pages.ts'

/** The members that are read of a package.json. */
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
  /** By path below the package's name; a file that is not code is a plain text. */
  readonly exports?: Readonly<Record<string, string | { readonly '@doorkit/source': string }>>
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** A workspace of the repository. */
export interface Workspace {
  /** Its folder from the root, as `packages/client`. */
  readonly folder: string
  readonly manifest: Manifest
}

/** The package.json at the root. */
export const rootManifest = JSON.parse(read('package.json')) as Manifest

/** Every package and example, with those whose dependencies are installed on request. */
export const workspaces: readonly Workspace[] = globSync('{packages,examples}/*/package.json', {
  cwd: root,
})
  .toSorted()
  .map((file) => ({ folder: dirname(file), manifest: JSON.parse(read(file)) as Manifest }))

/** The workspaces that are published. */
export const published = workspaces.filter(({ manifest }) => !manifest.private)

/**
 * The dependencies among these that come from elsewhere, with their ranges: one that is installed
 * under another name has its own here.
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
