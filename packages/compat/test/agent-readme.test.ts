import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, inject, onTestFinished, test } from 'vitest'
import { actByRules } from '../../../examples/agent/test/act-by-rules.ts'
import { serveModel } from '../../../examples/agent/test/model-server.ts'
import { openChat } from '../../../examples/agent/test/open-chat.ts'
import { freePort } from '../../tests/postgres/free-port.ts'
import { nodes } from './support/runtimes.ts'

/** The first program of a README. */
function programIn(readme: string): string {
  const [, program = ''] = /```js\n(.*?)```/s.exec(readFileSync(readme, 'utf8')) ?? []
  return program
}

test('the first program of the README of agent-ai has at most 40 lines, and serves a chat with the packed packages', async () => {
  const project = inject('fullProject')
  const program = programIn(join(project, 'node_modules/@doorkit/agent-ai/README.md'))
  expect(program.trim().split('\n').length).toBeLessThanOrEqual(40)
  const folder = join(project, 'programs-of-readme')
  mkdirSync(folder)
  writeFileSync(join(folder, 'server.mjs'), program)

  const model = await serveModel('sk-right', actByRules)
  onTestFinished(() => model.close())
  const [node = ''] = nodes[1]?.command ?? []
  const port = await freePort()
  const child = spawn(node, ['server.mjs'], {
    cwd: folder,
    env: {
      PORT: String(port),
      OPENAI_BASE_URL: model.baseUrl,
      OPENAI_API_KEY: 'sk-right',
      MODEL: 'small',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  const printed = expect.poll(() => lines.join('\n'), { timeout: 20_000 })
  await printed.toContain(`Open http://localhost:${port}`)

  const { ask } = await openChat(`http://localhost:${port}`)
  expect(await ask('What does a lamp cost?')).toBe('A lamp costs 5 euro.')
  await printed.toMatch(/done[\s\S]*inputTokens: 200/)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
