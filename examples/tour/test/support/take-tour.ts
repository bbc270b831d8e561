import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

/** The folder in which the tours of a test file keep their databases. */
export const folder = mkdtempSync(join(tmpdir(), 'tour-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Takes the tour in its own process. */
export function takeTour(
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
  visit: (shown: string) => Promise<void> = async () => {},
) {
  const file = fileURLToPath(new URL('../../src/tour.ts', import.meta.url))
  return new Promise<{ code: unknown; lines: string[]; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['--conditions=@doorkit/source', file, ...args],
      { env: { ...process.env, TMPDIR: folder, ...env }, timeout: 110_000 },
      (error, stdout, stderr) => {
        resolve({ code: error ? error.code : 0, lines: stdout.trimEnd().split('\n'), stderr })
      },
    )
    // Ends a tour with `--stay` once it serves. A second signal would kill it before it has cleaned up.
    let shown = ''
    const endOnceServed = (part: string) => {
      shown += part
      if (!shown.includes('\nPress Ctrl+C to stop.\n')) return
      child.stdout?.off('data', endOnceServed)
      void visit(shown).finally(() => child.kill('SIGINT'))
    }
    child.stdout?.on('data', endOnceServed)
  })
}

/** What the lines must show, in order. */
export const linePatterns: readonly RegExp[] = [
  /^ 1\. Server: http:\/\/127\.0\.0\.1:\d+\/v1 serves ws_\w+/,
  /^ 2\. Keys: key_\w+ \(contacts:write\), key_\w+ .*privacy:write\)$/,
  /^ 3\. Contacts: 60 upserted, then read in pages of 25, from ct_\w+ to ct_\w+$/,
  /^ 4\. Idempotency: ct_\w+ written by (req_\w+), sent again, replayed as \1$/,
  /^ 5\. Webhooks: we_\w+ receives lead\.captured, handoff\.requested at http:\/\/127\.0\.0\.1/,
  /^ 6\. Knowledge: doc_\w+ "Opening hours" in 1 passage, doc_\w+ "Prices" in 1 passage$/,
  /^ 7\. Chat: chs_\w+ is asked ".*" and says "The Team plan costs 3 euros.*" in \d\d pieces$/,
  /^ 8\. Lead: .* webhook evt_\w+ received and verified: ct_\w+ is Ada Lovelace$/,
  /^ 9\. Handoff: chs_\w+ is handed_off; webhook evt_\w+ received and verified$/,
  /^10\. Events: evt_\w+ handoff\.requested, evt_\w+ lead\.captured, evt_\w+ conversation\.started$/,
  /^11\. Erasure: era_\w+ removed her from 1 conversation and 3 events; ct_\w+ is gone: not_found$/,
  /^That was the tour\.$/,
]
