import { onTestFinished } from 'vitest'
import {
  createTestWorkspace,
  type TestWorkspace,
  type TestWorkspaceOptions,
} from '../../src/testing/index.ts'

/** A test workspace that lives as long as the test. */
export async function openWorkspace(options: TestWorkspaceOptions = {}): Promise<TestWorkspace> {
  const workspace = await createTestWorkspace(options)
  onTestFinished(() => workspace.close())
  return workspace
}
