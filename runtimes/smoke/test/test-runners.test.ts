import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { repository } from './support/repository.ts'
import { placePrograms } from './support/run-program.ts'
import { nodes } from './support/runtimes.ts'

const project = inject('fullProject')
const installed = (file: string) => join(repository, 'node_modules', file)

/** The runners that people have, each with its file and without settings. */
const runners = [
  {
    runner: 'Jest',
    tests: 2,
    command: [
      installed('jest/bin/jest.js'),
      'programs/workspace\\.test\\.js',
      '--rootDir',
      project,
    ],
    report: (file: string) => ['--json', '--outputFile', file],
  },
  {
    runner: 'vitest',
    tests: 3,
    command: [installed('vitest/vitest.mjs'), 'run', 'workspace-vitest', '--root', project],
    report: (file: string) => ['--reporter', 'json', '--outputFile', file],
  },
]

beforeAll(() => {
  placePrograms(project)
  writeFileSync(join(project, 'package.json'), '{ "private": true }')
})

describe.each(runners)('in $runner', ({ runner, tests, command, report }) => {
  // A Node changes little of a runner: the oldest, and in the matrix all.
  test.each(inject('matrix') ? nodes : nodes.slice(0, 1))(
    'tests with the fake workspace and with webhook fixtures run without settings, on $name',
    async ({ name, command: [node] }) => {
      const outputFile = join(project, `${runner} on ${name}.json`)
      // Nothing of the runner that runs this one.
      const env = { PATH: process.env.PATH, HOME: project }
      await promisify(execFile)(node, [...command, ...report(outputFile)], { cwd: project, env })
      const { numPassedTests, numTotalTests } = JSON.parse(readFileSync(outputFile, 'utf8'))
      expect([numPassedTests, numTotalTests]).toEqual([tests, tests])
    },
  )
})
