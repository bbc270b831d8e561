import { requirePrograms, systemPrograms } from './programs.ts'

/** A global setup of vitest: fails before the first test where a program is missing. */
export default function setup(): void {
  requirePrograms(Object.values(systemPrograms))
}
