import { requirePrograms, systemPrograms } from './programs.ts'

// Before `npm run test:system` begins, which takes a minute to come to the first of them.
try {
  requirePrograms(Object.values(systemPrograms))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
