import { DatabaseSync } from 'node:sqlite'
import type { Client } from '@doorkit/client'
import { type SyncBatch, syncChanges } from '@doorkit/client/sync'

const lists = ['conversations', 'contacts', 'meetings'] as const
type MirroredList = (typeof lists)[number]

/** Opens a SQLite file with a table for each list: `select data ->> '$.email' from contacts`. */
export function openMirror(file: string) {
  const database = new DatabaseSync(file)
  for (const list of lists) {
    database.exec(`create table if not exists ${list} (id text primary key, data text) strict`)
  }
  database.exec('create table if not exists checkpoints (list text primary key, value text) strict')

  function readCheckpoint(list: MirroredList) {
    const row = database.prepare('select value from checkpoints where list = ?').get(list)
    return row && JSON.parse(String(row.value))
  }

  /** Stores items and the checkpoint in one transaction: a crash leaves both or neither. */
  function store(list: MirroredList, batch: SyncBatch<{ readonly id: string }>) {
    const { items, deleted, checkpoint } = batch
    database.exec('begin immediate')
    try {
      const put = database.prepare(`insert or replace into ${list} values (?, ?)`)
      for (const item of items) put.run(item.id, JSON.stringify(item))
      const remove = database.prepare(`delete from ${list} where id = ?`)
      for (const id of deleted) remove.run(id)
      const save = database.prepare('insert or replace into checkpoints values (?, ?)')
      save.run(list, JSON.stringify(checkpoint))
      database.exec('commit')
    } catch (error) {
      database.exec('rollback')
      throw error
    }
  }

  return {
    database,
    /** Updates the file. After a crash, it continues from where it stopped. */
    async update({ conversations, contacts, meetings, events }: Client) {
      await syncChanges(conversations, {
        checkpoint: readCheckpoint('conversations'),
        query: { expand: ['messages'] },
        events,
        onBatch: (batch) => store('conversations', batch),
      })
      await syncChanges(contacts, {
        checkpoint: readCheckpoint('contacts'),
        events,
        onBatch: (batch) => store('contacts', batch),
      })
      await syncChanges(meetings, {
        checkpoint: readCheckpoint('meetings'),
        onBatch: (batch) => store('meetings', batch),
      })
    },
    close: () => database.close(),
  }
}
