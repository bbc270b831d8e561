import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProcess } from './test-process.ts'

/** A test file that passes on the sources as they are. */
export interface ReachingTest {
  readonly file: string
  readonly durationMs: number
  /** The mutants whose places its tests come by. */
  readonly reached: ReadonlySet<number>
}

/**
 * Runs a test file without a mutant.
 *
 * @throws Error when it fails: it would fail with every mutant.
 */
export async function reachPlaces(
  process: TestProcess,
  file: string,
  folder: string,
): Promise<ReachingTest> {
  const reachedFile = join(folder, `${file.replaceAll('/', '-')}.json`)
  const startedAt = performance.now()
  if (await process.fails({ file, mutant: 0, reachedFile })) {
    throw new Error(`${file} fails without a mutant`)
  }
  const durationMs = performance.now() - startedAt
  const reached: number[] = JSON.parse(await readFile(reachedFile, 'utf8'))
  return { file, durationMs, reached: new Set(reached) }
}
