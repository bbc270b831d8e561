import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const script = fileURLToPath(import.meta.resolve('../support/children/work-until-closed.ts'))

test('a worker keeps its process alive until it is stopped', async () => {
  const child = spawn(process.execPath, ['--conditions=@doorkit/source', script])
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (line === 'Started.') child.stdin.write('close\n')
  }
  expect(lines).toEqual(['Started.', 'Closed.', 'Nothing is left to do.'])
  expect(await ended).toEqual([0, null])
})
