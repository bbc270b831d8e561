import { afterAll, vi } from 'vitest'
import { endProcesses } from './support/processes.ts'

// Making a demonstration takes a second or two of a processor, and a test makes up to a dozen.
vi.setConfig({ testTimeout: 300_000 })

// No process outlives the tests of a file.
afterAll(endProcesses)
