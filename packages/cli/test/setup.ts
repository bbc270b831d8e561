import { afterAll, vi } from 'vitest'
import { endProcesses } from './support/processes.ts'

// Making a demo takes a second or two of processor time, and one test may make a dozen demos.
vi.setConfig({ testTimeout: 300_000 })

// No process may outlive the tests of its file.
afterAll(endProcesses)
