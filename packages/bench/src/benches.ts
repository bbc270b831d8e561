import type { Bench } from './report.ts'

/** Every bench by the name of its subcommand; only what is run is loaded. */
export const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  client: async () => (await import('./client/client-bench.ts')).clientBench,
}
