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
 * Copies a folder to a place that every user of this machine reads, once: what stands there already
 * is used again. The place appears whole, by a rename.
 *
 * @throws Error when something stands there that another user made or can change.
 */
export function copyForAll(folder: string, place: string): void {
  if (isOurs(place)) return
  // Beside the place, where a rename can take it there. Nobody else reads it before it is whole.
  const begun = mkdtempSync(`${place}-`)
  try {
    cpSync(folder, begun, { recursive: true, verbatimSymlinks: true })
    letAllRead(begun)
    renameSync(begun, place)
  } catch (cause) {
    rmSync(begun, { recursive: true, force: true })
    // Another process may have been first.
    if (!isOurs(place)) throw cause
  }
}

/** Others read every file, whatever the umask was when it was made. */
function letAllRead(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isSymbolicLink()) continue
    chmodSync(path, entry.isDirectory() || (lstatSync(path).mode & 0o100) !== 0 ? 0o755 : 0o644)
  }
}

/** Whether a folder stands there which only this user can change. */
function isOurs(place: string): boolean {
  const found = lstatSync(place, { throwIfNoEntry: false })
  if (found === undefined) return false
  if (found.isDirectory() && found.uid === process.getuid?.() && !othersWrite(found)) return true
  throw new Error(
    `${place} is not a folder that only this user can change. Remove it, or set TMPDIR to another folder.`,
  )
}

const othersWrite = ({ mode }: Stats) => (mode & 0o022) !== 0
