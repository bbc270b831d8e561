import { afterAll, vi } from 'vitest'
import { endProcesses } from './support/processes.ts'

// Making a demo takes a second or two of processor time, and a test makes up to a dozen.
vi.setConfig({ testTimeout: 300_000 })

// No process may outlive the tests of its file.
afterAll(endProcesses)
