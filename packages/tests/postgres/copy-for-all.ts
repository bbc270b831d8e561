import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
} from 'node:fs'
import { join } from 'node:path'

/**
 * Copies a folder to a path that every user of this machine can read. An existing copy is reused. A
 * new copy is complete when it appears at the path, because it is made elsewhere and then renamed.
 *
 * @throws Error if another user made the folder at the path, or can change it.
 */
export function copyForAll(folder: string, target: string): void {
  if (isOurs(target)) return
  // This folder is next to the target, so that it can be renamed. Nobody else can read it yet.
  const partial = mkdtempSync(`${target}-`)
  try {
    cpSync(folder, partial, { recursive: true, verbatimSymlinks: true })
    letAllRead(partial)
    renameSync(partial, target)
  } catch (cause) {
    rmSync(partial, { recursive: true, force: true })
    // Another process may have been first.
    if (!isOurs(target)) throw cause
  }
}

/** Lets other users read every file, whatever the umask was. */
function letAllRead(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isSymbolicLink()) continue
    chmodSync(path, entry.isDirectory() || (lstatSync(path).mode & 0o100) !== 0 ? 0o755 : 0o644)
  }
}

/** Whether the folder exists. Throws if the path is not a folder, or if another user can change it. */
function isOurs(target: string): boolean {
  const found = lstatSync(target, { throwIfNoEntry: false })
  if (found === undefined) return false
  if (found.isDirectory() && found.uid === process.getuid?.() && !othersCanWrite(found)) return true
  throw new Error(
    `${target} is not a folder that only this user can change. Remove it, or set TMPDIR to another folder.`,
  )
}

const othersCanWrite = ({ mode }: Stats) => (mode & 0o022) !== 0
