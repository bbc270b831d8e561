import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

/** Runs a script in its own process. */
function runScript(url: string) {
  const path = fileURLToPath(url)
  const child = spawn(process.execPath, ['--conditions=@doorkit/source', path])
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, lines: createInterface(child.stdout), ended: once(child, 'exit') }
}

test('a worker keeps its process alive until it is stopped', async () => {
  const { child, lines, ended } = runScript(
    import.meta.resolve('../support/children/work-until-closed.ts'),
  )
  const seen: string[] = []
  for await (const line of lines) {
    seen.push(line)
    if (line === 'Started.') child.stdin.write('close\n')
  }
  expect(seen).toEqual(['Started.', 'Closed.', 'Nothing is left to do.'])
  expect(await ended).toEqual([0, null])
})

test('a kit that is closed while its worker starts lets its process end', async () => {
  const { lines, ended } = runScript(
    import.meta.resolve('../support/children/close-while-starting.ts'),
  )
  const seen: string[] = []
  for await (const line of lines) seen.push(line)
  expect(seen).toEqual(['Closed.'])
  expect(await ended).toEqual([0, null])
})
