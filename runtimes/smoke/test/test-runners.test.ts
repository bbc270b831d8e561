import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, inject, test } from 'vitest'
import { repository } from './support/repository.ts'
import { placePrograms } from './support/run-program.ts'
import { nodes } from './support/runtimes.ts'

const project = inject('fullProject')
const jest = join(repository, 'node_modules/jest/bin/jest.js')

beforeAll(() => {
  placePrograms(project)
  writeFileSync(join(project, 'package.json'), '{ "private": true }')
})

test.each(nodes)(
  'tests with the fake workspace and with webhook fixtures run in Jest as it comes, on $name',
  { timeout: 120_000 },
  async ({ name, command: [node] }) => {
    const outputFile = join(project, `${name}.json`)
    const flags = ['--rootDir', project, '--json', '--outputFile', outputFile]
    await promisify(execFile)(node, [jest, ...flags], { cwd: project })
    const { numPassedTests, numTotalTests } = JSON.parse(readFileSync(outputFile, 'utf8'))
    expect([numPassedTests, numTotalTests]).toEqual([2, 2])
  },
)
