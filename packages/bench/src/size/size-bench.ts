import type { Bench, Table, Target } from '../report.ts'
import { libraries } from './libraries.ts'
import { type LibraryCost, measureLibrary } from './measure-library.ts'
import { createProject } from './project.ts'

export const sizeBench: Bench = {
  summary: 'size of a bundle and an install, time to load and to compile, compared with other SDKs',
  async run({ quick }) {
    using project = await createProject([...libraries.map(({ name }) => name), '@types/node'])
    const rounds = quick ? { load: 1, compile: 1 } : { load: 15, compile: 5 }
    const costs: LibraryCost[] = []
    for (const library of libraries) {
      costs.push(await measureLibrary(library, project.directory, rounds))
    }
    return {
      tables: [sizeTable(costs), startTable(costs)],
      targets: [
        leastOf('KB of a gzipped bundle', costs, ({ bundle }) => bundle.gzippedBytes / 1_000),
        leastOf('KB of an install', costs, ({ install }) => install.bytes / 1_000),
        leastOf('ms of an import', costs, ({ importMs }) => importMs),
        leastOf('ms of a require', costs, ({ requireMs }) => requireMs),
      ],
    }
  },
}

function sizeTable(costs: readonly LibraryCost[]): Table {
  return {
    title: 'KB of a bundle with one client and one method, and KB of an install',
    columns: ['library', 'gzipped', 'minified', 'installed', 'files', 'packages'],
    rows: costs.map(({ name, bundle, install }) => [
      name,
      bundle.gzippedBytes / 1_000,
      bundle.minifiedBytes / 1_000,
      install.bytes / 1_000,
      String(install.files),
      String(install.packages),
    ]),
  }
}

function startTable(costs: readonly LibraryCost[]): Table {
  return {
    title: 'Loading in a new process, and compiling minus the cost of an empty program',
    columns: ['library', 'import ms', 'require ms', 'tsc CPU ms', 'tsc MB'],
    rows: costs.map(({ name, importMs, requireMs, types }) => [
      name,
      importMs,
      requireMs,
      types.ms,
      types.megabytes,
    ]),
  }
}

/** The client, which is measured first, must cost no more than the best other SDK. */
function leastOf(
  name: string,
  costs: readonly LibraryCost[],
  pick: (cost: LibraryCost) => number,
): Target {
  const others = costs.filter((cost) => !cost.name.startsWith('@doorkit/'))
  const [value = Number.NaN] = costs.map(pick)
  return {
    name: `${name}, bounded by the best other SDK`,
    value,
    atMost: Number(Math.min(...others.map(pick)).toFixed(2)),
  }
}
