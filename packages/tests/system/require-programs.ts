import { requirePrograms, systemPrograms } from './programs.ts'

// Runs before the tests of `npm run test:system`, which would otherwise notice a missing program only
// after a minute.
try {
  requirePrograms(Object.values(systemPrograms))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
