import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, inject, test } from 'vitest'
import { compat, repository } from './support/repository.ts'
import { nodes } from './support/runtimes.ts'

const project = inject('fullProject')

/** Test runners without configuration, each with its test file. */
const runners = [
  {
    runner: 'Jest',
    tests: 2,
    command: [
      join(compat, 'node_modules/jest/bin/jest.js'),
      'programs/workspace\\.test\\.js',
      '--rootDir',
      project,
    ],
    report: (file: string) => ['--json', '--outputFile', file],
  },
  {
    runner: 'vitest',
    tests: 3,
    command: [
      join(repository, 'node_modules/vitest/vitest.mjs'),
      'run',
      'workspace-vitest',
      '--root',
      project,
    ],
    report: (file: string) => ['--reporter', 'json', '--outputFile', file],
  },
]

describe.each(runners)('in $runner', ({ runner, tests, command, report }) => {
  test.each(nodes)(
    'tests with the fake workspace and webhook fixtures run without configuration on $name',
    async ({ name, command: [node] }) => {
      const outputFile = join(project, `${runner} on ${name}.json`)
      // The child process must not inherit the variables that the runner of this test has set.
      const env = { PATH: process.env.PATH, HOME: project }
      await promisify(execFile)(node, [...command, ...report(outputFile)], { cwd: project, env })
      const { numPassedTests, numTotalTests } = JSON.parse(readFileSync(outputFile, 'utf8'))
      expect([numPassedTests, numTotalTests]).toEqual([tests, tests])
    },
  )
})
