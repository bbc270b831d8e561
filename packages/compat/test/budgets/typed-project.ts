import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lend, unpack } from '../support/install.ts'
import { tarballsOf } from '../support/tarballs.ts'

/** A project of an application in TypeScript that has installed the client. */
export interface TypedProject {
  readonly directory: string
  remove(): void
}

/** Makes the project: with the client packed with its declarations, and the types of Node. */
export async function createTypedProject(): Promise<TypedProject> {
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-types-'))
  const directory = join(folder, 'project')
  await unpack(directory, tarballsOf('client'))
  lend(directory, ['@types/node'])
  return { directory, remove: () => rmSync(folder, { recursive: true }) }
}
