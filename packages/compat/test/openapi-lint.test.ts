import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api } from '@doorkit/models'
import { toOpenApi } from '@doorkit/models/openapi'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

interface LintReport {
  totals: { errors: number; warnings: number; ignored: number }
  problems: { ruleId: string; message: string }[]
}

/** The program of the linter. Throws if its package is missing. */
function linterProgram(): string {
  const manifestPath = createRequire(import.meta.url).resolve('@redocly/cli/package.json')
  const { bin } = JSON.parse(readFileSync(manifestPath, 'utf8')) as { bin: { redocly: string } }
  return join(dirname(manifestPath), bin.redocly)
}

const config = fileURLToPath(new URL('redocly.yaml', import.meta.url))
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'doorkit-openapi-'))
})

afterAll(() => rmSync(folder, { recursive: true }))

function lint(document: unknown): LintReport {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [linterProgram(), 'lint', file, '--config', config, '--format', 'json'],
    {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  if (!stdout.startsWith('{')) throw new Error(`The linter printed no report:\n${stderr}`)
  return JSON.parse(stdout) as LintReport
}

describe('the linter', () => {
  test('finds no problem in the document', () => {
    const { problems, totals } = lint(toOpenApi(api))
    expect(problems).toEqual([])
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 })
  })

  test('finds references without a schema', () => {
    const document = toOpenApi(api)
    const rules = lint({
      ...document,
      components: { ...document.components, schemas: {} },
    }).problems.map(({ ruleId }) => ruleId)
    expect(rules).toContain('no-unresolved-refs')
  })
})
