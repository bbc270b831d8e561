import { writeFile } from 'node:fs/promises'
import type { Bench } from '../report.ts'
import { coreFiles } from './core-files.ts'
import { measureMutants } from './measure-mutants.ts'
import { mutationsPage } from './mutations-page.ts'
import { mutationsReport } from './mutations-report.ts'

/** Few mutants, and the tests that find them. */
const quickly = { source: 'src/backoff.ts', test: 'test/backoff.test.ts' }

/** Which small mistakes in the transport core of the client its tests would find. */
export const mutationsBench: Bench = {
  summary: 'mistakes in the transport core of the client that its tests find',
  async run({ quick, only = '', write }) {
    const measured = await measureMutants({
      files: coreFiles.filter((file) => (quick ? file === quickly.source : file.includes(only))),
      isUsed: (testFile) => !quick || testFile === quickly.test,
      tell(progress) {
        if (process.stderr.isTTY) process.stderr.write(`\r${progress}`)
      },
    })
    if (write !== undefined) await writeFile(write, mutationsPage(measured))
    return mutationsReport(measured)
  },
}
