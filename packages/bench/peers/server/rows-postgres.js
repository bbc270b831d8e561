import pg from 'pg'
import { schema } from './schema.js'

const day = 86_400_000

/** The statements of a service on PostgreSQL: a pool with named prepared statements. */
export async function openRows(url) {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  await pool.query(schema)
  const all = async (name, values, client = pool) =>
    (await client.query({ name, text: statements[name], values })).rows
  const one = async (name, values, client) => (await all(name, values, client))[0]

  function upsertContact(
    workspace,
    { id, email, first_name, last_name, company, attributes },
    now,
    client,
  ) {
    const names = [first_name ?? null, last_name ?? null, company ?? null]
    const facts = JSON.stringify(attributes ?? {})
    return one('upsert', [id, workspace, email, ...names, facts, now], client)
  }

  async function transaction(work) {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const result = await work(client)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }

  return {
    findKey: (digest) => one('key', [digest]),
    addKey: ({ id, workspace, digest, scopes }) => all('addKey', [id, workspace, digest, scopes]),
    getContact: (workspace, id) => one('contact', [workspace, id]),
    listContacts: (workspace, limit, after) =>
      after
        ? all('next', [workspace, after.at, after.id, limit])
        : all('first', [workspace, limit]),
    upsertContact,
    /** The same with an idempotency key: the transaction of the effect also stores the answer. */
    upsertOnce: (once, workspace, contact, now, toAnswer) =>
      transaction(async (client) => {
        const earlier = await one('kept', [once.id], client)
        if (earlier) return { answer: earlier.answer, earlier: earlier.fingerprint }
        const answer = toAnswer(await upsertContact(workspace, contact, now, client))
        await all('keep', [once.id, once.fingerprint, answer, now + day], client)
        return { answer, earlier: undefined }
      }),
    getSession: (workspace, id) => one('session', [workspace, id]),
    async addSession({ id, workspace, conversation, visitor }, now) {
      await all('newConversation', [conversation, workspace, visitor, now])
      await all('newSession', [id, workspace, conversation, now])
    },
    getConversation: (workspace, id) => one('conversation', [workspace, id]),
    listMessages: (id) => all('transcript', [id]),
    recordTurn: ({ session, ...turn }, answer, now) =>
      transaction(async (client) => {
        const { questionId, question, askedAt, answerId } = turn
        const said = [session.conversation, questionId, question, askedAt, answerId, answer, now]
        await all('addMessages', said, client)
        await all('countTurn', [session.conversation, question, now], client)
        await all('touch', [session.id, now], client)
      }),
    transaction: (work) => work(),
    close: () => pool.end(),
  }
}

const statements = {
  key: 'select id, workspace, scopes, revoked_at from api_keys where digest = $1',
  addKey: 'insert into api_keys values ($1, $2, $3, $4, null)',
  contact: 'select * from contacts where workspace = $1 and id = $2',
  first: 'select * from contacts where workspace = $1 order by updated_at desc, id desc limit $2',
  next: `select * from contacts where workspace = $1 and (updated_at, id) < ($2, $3)
    order by updated_at desc, id desc limit $4`,
  upsert: `insert into contacts (id, workspace, email, first_name, last_name, company, attributes,
      source, first_seen_at, last_seen_at, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, 'api', $8, $8, $8, $8)
    on conflict (workspace, email) do update set
      first_name = coalesce(excluded.first_name, contacts.first_name),
      last_name = coalesce(excluded.last_name, contacts.last_name),
      company = coalesce(excluded.company, contacts.company),
      attributes = (contacts.attributes::jsonb || excluded.attributes::jsonb)::text,
      updated_at = excluded.updated_at
    returning *`,
  kept: 'select fingerprint, answer from idempotency where id = $1',
  keep: 'insert into idempotency values ($1, $2, $3, $4)',
  session: 'select * from sessions where workspace = $1 and id = $2',
  newSession: `insert into sessions values ($1, $2, $3, 'open', $4, $4)`,
  conversation: 'select * from conversations where workspace = $1 and id = $2',
  newConversation: `insert into conversations
      (id, workspace, channel, visitor, started_at, updated_at)
    values ($1, $2, 'api', $3, $4, $4)`,
  transcript: 'select * from messages where conversation = $1 order by position',
  addMessages: `insert into messages
    select said.id, c.id, c.message_count + said.place, said.role, said.text, '[]', said.at
    from conversations c, (values ($2::text, 0, 'user', $3::text, $4::bigint),
      ($5::text, 1, 'assistant', $6::text, $7::bigint)) said (id, place, role, text, at)
    where c.id = $1`,
  countTurn: `update conversations set message_count = message_count + 2, updated_at = $3,
    preview = case when preview = '' then left($2, 140) else preview end where id = $1`,
  touch: 'update sessions set updated_at = $2 where id = $1',
}
