import { DatabaseSync } from 'node:sqlite'
import { schema } from './schema.js'

/** The statements of a service on SQLite, as a team would write them. */
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

  const session = db.prepare('select * from sessions where workspace = ? and id = ?')
  const newSession = db.prepare('insert into sessions values (?, ?, ?, ?, ?, ?)')
  const conversation = db.prepare('select * from conversations where workspace = ? and id = ?')
  const newConversation = db.prepare(
    `insert into conversations (id, workspace, channel, visitor, started_at, updated_at)
     values (?, ?, 'api', ?, ?, ?)`,
  )
  const transcript = db.prepare('select * from messages where conversation = ? order by position')
  const addMessage = db.prepare(
    `insert into messages select ?, id, message_count + ?, ?, ?, '[]', ? from conversations
     where id = ?`,
  )
  const countTurn = db.prepare(
    `update conversations set message_count = message_count + 2, updated_at = ?,
       preview = case when preview = '' then substr(?, 1, 140) else preview end where id = ?`,
  )
  const touch = db.prepare('update sessions set updated_at = ? where id = ?')

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
    /** The same with an idempotency key: the transaction of the effect also stores the answer. */
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
    getSession: (workspace, id) => session.get(workspace, id),
    addSession({ id, workspace, conversation: about, visitor }, now) {
      newConversation.run(about, workspace, visitor, now, now)
      newSession.run(id, workspace, about, 'open', now, now)
    },
    getConversation: (workspace, id) => conversation.get(workspace, id),
    listMessages: (id) => transcript.all(id),
    recordTurn({ session: { id, conversation: about }, ...turn }, answer, now) {
      db.exec('begin immediate')
      try {
        addMessage.run(turn.questionId, 0, 'user', turn.question, turn.askedAt, about)
        addMessage.run(turn.answerId, 1, 'assistant', answer, now, about)
        countTurn.run(now, turn.question, about)
        touch.run(now, id)
        db.exec('commit')
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
