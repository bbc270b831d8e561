import { expect, test } from 'vitest'
import { startChild } from '../src/child.ts'

test('the error about a child process that was killed names the signal', async () => {
  const child = await startChild(new URL('../src/client/document-server.ts', import.meta.url))
  child.stop()
  await expect(child.ask({})).rejects.toThrow('ended with SIGTERM')
})
