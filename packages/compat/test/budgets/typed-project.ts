import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linkPackages, unpack } from '../support/install.ts'
import { tarballsOf } from '../support/tarballs.ts'

/** The project of a TypeScript application with the client installed. */
export interface TypedProject {
  readonly directory: string
  remove(): void
}

/** Creates the project, with the packed client, its declarations and the types of Node. */
export async function createTypedProject(): Promise<TypedProject> {
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-types-'))
  const directory = join(folder, 'project')
  await unpack(directory, tarballsOf('client'))
  linkPackages(directory, ['@types/node'])
  return { directory, remove: () => rmSync(folder, { recursive: true }) }
}
