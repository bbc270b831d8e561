import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createDoorkit } from '@doorkit/server'
import { sqliteStore } from '@doorkit/store-sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../postgres/free-port.ts'
import { read, root } from './pages.ts'

/** The sections that show how to host the API. Each first has the code of the setup, then of the server. */
const sections = [
  { page: 'README.md', from: '## Host the API' },
  { page: 'packages/server/README.md', from: '# @doorkit/server' },
]

/** Makes a folder for one test. It is in the repository, so that Node finds the packages. */
function createFolder(): string {
  const folder = mkdtempSync(join(fileURLToPath(root), 'packages/tests', '.hosting-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function run(folder: string, file: string): ChildProcess {
  const child = execFile(process.execPath, ['--conditions=@doorkit/source', file], { cwd: folder })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

async function waitForEnd(child: ChildProcess): Promise<{ code: number | null; stdout: string }> {
  const out = child.stdout ? text(child.stdout) : ''
  const [code] = await once(child, 'exit')
  return { code, stdout: await out }
}

test.each(sections)(
  'the hosting code of $page works, and works again with the same database file',
  async ({ page, from }) => {
    const section = read(page).slice(read(page).indexOf(from))
    const [setup = '', serve = ''] = [...section.matchAll(/```ts\n(.*?)```/gs)].map(
      ([, code]) => code,
    )
    const port = await freePort()
    const folder = createFolder()
    writeFileSync(join(folder, 'setup.ts'), setup)
    expect(serve).toContain('4010')
    writeFileSync(join(folder, 'serve.ts'), serve.replace('4010', String(port)))

    let secret = ''
    for (const start of [1, 2]) {
      const setupResult = await waitForEnd(run(folder, 'setup.ts'))
      expect(setupResult).toEqual({
        code: 0,
        stdout: start === 1 ? expect.stringMatching(/^dk_live_/) : '',
      })
      secret ||= setupResult.stdout.trim()
      const server = run(folder, 'serve.ts')
      if (server.stdout) await once(server.stdout, 'data')
      const me = await fetch(`http://localhost:${port}/v1/me`, {
        headers: { Authorization: `Bearer ${secret}` },
      })
      expect(await me.json()).toMatchObject({ name: 'CRM', scopes: ['contacts:write'] })
      server.kill('SIGTERM')
      expect((await waitForEnd(server)).code).toBe(0)
    }

    const doorkit = createDoorkit({ store: sqliteStore({ file: join(folder, 'doorkit.db') }) })
    const workspaces = await doorkit.workspaces.list()
    expect(workspaces.map(({ name }) => name)).toEqual(['Acme'])
    expect(await doorkit.keys.list({ workspace: workspaces[0]?.id ?? '' })).toHaveLength(1)
    await doorkit.close()
  },
)
