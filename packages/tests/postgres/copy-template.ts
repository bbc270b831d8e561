import pg from 'pg'
import type { Schema } from './schema.ts'

let count = 0

const addressOf = (server: string, database: string) => {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/**
 * Makes a database as a copy of a template. Of all processes, the first that asks for the template
 * fills it; the others wait.
 */
export async function copyTemplate(
  server: string,
  template: string,
  fill: (url: string) => Promise<void>,
): Promise<Schema> {
  count += 1
  const name = `${template}_copy_${process.pid}_${count}`
  const begun = `${template}_begun`
  const owner = new pg.Client(server)
  await owner.connect()
  try {
    // Held until the connection ends.
    await owner.query('select pg_advisory_lock(hashtext($1))', [template])
    const made = await owner.query('select from pg_database where datname = $1', [template])
    if (made.rowCount === 0) {
      await owner.query(`create database ${begun}`)
      await fill(addressOf(server, begun))
      await owner.query(`alter database ${begun} rename to ${template}`)
    }
    await owner.query(`create database ${name} template ${template} strategy file_copy`)
  } finally {
    await owner.end()
  }
  return {
    url: addressOf(server, name),
    // Connections that were closed may not have ended yet.
    remove: () => runAlone(server, `drop database ${name} with (force)`),
  }
}

/** Removes a template, if it was made. */
export function dropTemplate(server: string, template: string): Promise<void> {
  return runAlone(server, `drop database if exists ${template}`)
}

async function runAlone(server: string, statement: string): Promise<void> {
  const owner = new pg.Client(server)
  // When the server ends, the statement fails as well.
  owner.on('error', () => {})
  await owner.connect()
  await owner.query(statement)
  await owner.end()
}
