import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FoundMutants, findMutants } from './find-mutants.ts'
import { createHunt, type Fate } from './hunt.ts'
import { type ReachingTest, reachPlaces } from './reached-places.ts'
import { createTestProcess, type TestProcess } from './test-process.ts'

/** What became of the mutants of some files. */
export interface MutantsMeasured extends Pick<FoundMutants, 'leftOut'> {
  readonly fates: readonly Fate[]
}

/** Test processes at a time. */
const processCount = 2

/** What is measured, and with what. */
export interface MutantsWanted {
  readonly files: readonly string[]
  /** Which test files run. */
  readonly isUsed: (testFile: string) => boolean
  /** Hears how far it is. */
  readonly tell: (progress: string) => void
}

/** Runs the tests of the client on every mutant of the files. */
export async function measureMutants(wanted: MutantsWanted): Promise<MutantsMeasured> {
  const { files, isUsed, tell } = wanted
  const { sources, mutants, leftOut } = await findMutants(files)
  const folder = await mkdtemp(join(tmpdir(), 'doorkit-mutants-'))
  const sourcesFile = join(folder, 'sources.json')
  await writeFile(sourcesFile, JSON.stringify(sources))
  const processes = Array.from({ length: processCount }, () => createTestProcess(sourcesFile))
  try {
    const testFiles = (await processes[0]?.files()) ?? []
    const tests = await share(processes, testFiles.filter(isUsed), (process, file) =>
      reachPlaces(process, file, folder),
    )
    const hunt = createHunt(tests)
    let done = 0
    const fates = await share(processes, mutants, async (process, mutant) => {
      const fate = await hunt(mutant, process)
      done += 1
      tell(`${done} of ${mutants.length} mutants`)
      return fate
    })
    // A process in which tests fail for another reason would have found every mutant.
    await Promise.all(processes.map((process) => checkProcess(process, tests)))
    return { leftOut, fates }
  } finally {
    for (const process of processes) process[Symbol.dispose]()
    await rm(folder, { recursive: true })
  }
}

async function checkProcess(process: TestProcess, tests: readonly ReachingTest[]): Promise<void> {
  for (const { file } of tests) {
    if (!(await process.fails({ file, mutant: 0, reachedFile: '' }))) continue
    throw new Error(`${file} fails without a mutant by now: was it changed meanwhile?`)
  }
}

/** Works on items, as many at a time as there are processes; the results are in their order. */
async function share<Item, Result>(
  processes: readonly TestProcess[],
  items: readonly Item[],
  work: (process: TestProcess, item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  await Promise.all(
    processes.map(async (process) => {
      for (const [index, item] of queue) results[index] = await work(process, item)
    }),
  )
  return results
}
