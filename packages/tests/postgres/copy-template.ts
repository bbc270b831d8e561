import pg from 'pg'
import type { Schema } from './schema.ts'

let count = 0

const urlOf = (server: string, database: string) => {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/**
 * Makes a database as a copy of a template. The first process that needs the template fills it, and
 * the others wait.
 */
export async function copyTemplate(
  server: string,
  template: string,
  fill: (url: string) => Promise<void>,
): Promise<Schema> {
  count += 1
  const name = `${template}_copy_${process.pid}_${count}`
  const partial = `${template}_partial`
  const owner = new pg.Client(server)
  await owner.connect()
  try {
    // The lock ends with the connection.
    await owner.query('select pg_advisory_lock(hashtext($1))', [template])
    const existing = await owner.query('select from pg_database where datname = $1', [template])
    if (existing.rowCount === 0) {
      await owner.query(`create database ${partial}`)
      await fill(urlOf(server, partial))
      await owner.query(`alter database ${partial} rename to ${template}`)
    }
    await owner.query(`create database ${name} template ${template} strategy file_copy`)
  } finally {
    await owner.end()
  }
  return {
    url: urlOf(server, name),
    // The server may not have noticed yet that the clients closed their connections.
    remove: () => runAlone(server, `drop database ${name} with (force)`),
  }
}

/** Removes a template if it exists. */
export function dropTemplate(server: string, template: string): Promise<void> {
  return runAlone(server, `drop database if exists ${template}`)
}

async function runAlone(server: string, statement: string): Promise<void> {
  const owner = new pg.Client(server)
  // If the server stops, the statement fails too, and its error is enough.
  owner.on('error', () => {})
  await owner.connect()
  await owner.query(statement)
  await owner.end()
}
