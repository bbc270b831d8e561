import { readFile } from 'node:fs/promises'
import { createSession, type TestRun } from './session.ts'

const [, , sourcesFile = ''] = process.argv
const session = await createSession(JSON.parse(await readFile(sourcesFile, 'utf8')))

process.on('message', async (run: TestRun) => {
  process.send?.(await session.fails(run))
})
process.on('disconnect', () => process.exit())
process.send?.(session.files)
