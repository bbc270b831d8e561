import { DatabaseSync } from 'node:sqlite'
import { schema } from './schema.js'

/** The statements of a service on SQLite, as its team would write them. */
export function openRows(file) {
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 2500')
  db.exec(schema)
  const key = db.prepare('select id, workspace, scopes, revoked_at from api_keys where digest = ?')
  const one = db.prepare('select * from contacts where workspace = ? and id = ?')
  const first = db.prepare(
    'select * from contacts where workspace = ? order by updated_at desc, id desc limit ?',
  )
  const next = db.prepare(
    `select * from contacts where workspace = ? and (updated_at, id) < (?, ?)
     order by updated_at desc, id desc limit ?`,
  )
  const upsert = db.prepare(
    `insert into contacts (id, workspace, email, first_name, last_name, company, attributes, source,
       first_seen_at, last_seen_at, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, 'api', ?, ?, ?, ?)
     on conflict (workspace, email) do update set
       first_name = coalesce(excluded.first_name, first_name),
       last_name = coalesce(excluded.last_name, last_name),
       company = coalesce(excluded.company, company),
       attributes = json_patch(attributes, excluded.attributes),
       updated_at = excluded.updated_at
     returning *`,
  )
  const kept = db.prepare('select fingerprint, answer from idempotency where id = ?')
  const keep = db.prepare('insert into idempotency values (?, ?, ?, ?)')

  function upsertContact(
    workspace,
    { id, email, first_name, last_name, company, attributes },
    now,
  ) {
    const names = [first_name ?? null, last_name ?? null, company ?? null]
    const facts = JSON.stringify(attributes ?? {})
    return upsert.get(id, workspace, email, ...names, facts, now, now, now, now)
  }

  return {
    findKey: (digest) => key.get(digest),
    addKey: ({ id, workspace, digest, scopes }) =>
      db
        .prepare('insert into api_keys values (?, ?, ?, ?, null)')
        .run(id, workspace, digest, scopes),
    getContact: (workspace, id) => one.get(workspace, id),
    listContacts: (workspace, limit, after) =>
      after ? next.all(workspace, after.at, after.id, limit) : first.all(workspace, limit),
    upsertContact,
    /** The same with an idempotency key: the answer is kept in the transaction of its effect. */
    upsertOnce(once, workspace, contact, now, toAnswer) {
      db.exec('begin immediate')
      try {
        const earlier = kept.get(once.id)
        const answer = earlier?.answer ?? toAnswer(upsertContact(workspace, contact, now))
        if (!earlier) keep.run(once.id, once.fingerprint, answer, now + 86_400_000)
        db.exec('commit')
        return { answer, earlier: earlier?.fingerprint }
      } catch (error) {
        db.exec('rollback')
        throw error
      }
    },
    async transaction(work) {
      db.exec('begin immediate')
      await work()
      db.exec('commit')
    },
    close: () => db.close(),
  }
}
