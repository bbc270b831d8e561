/** The tables of the hand-written services, in SQL that both SQLite and PostgreSQL accept. */
export const schema = `
create table if not exists api_keys (
  id text primary key, workspace text not null, digest text not null unique, scopes text not null,
  revoked_at bigint
);
create table if not exists contacts (
  id text primary key, workspace text not null, email text not null, first_name text,
  last_name text, name text, company text, phone text, external_id text, attributes text not null,
  identity_verified integer not null default 0, source text not null,
  first_seen_at bigint not null, last_seen_at bigint not null,
  created_at bigint not null, updated_at bigint not null,
  unique (workspace, email), unique (workspace, external_id)
);
create index if not exists contacts_updated on contacts (workspace, updated_at desc, id desc);
create table if not exists sessions (
  id text primary key, workspace text not null, conversation text not null,
  status text not null default 'open', created_at bigint not null, updated_at bigint not null
);
create table if not exists conversations (
  id text primary key, workspace text not null, page_url text, page_path text,
  channel text not null, outcome text not null default 'none',
  message_count integer not null default 0, preview text not null default '', contact text,
  visitor text not null, started_at bigint not null, updated_at bigint not null,
  completed_at bigint
);
create table if not exists messages (
  id text primary key, conversation text not null, position integer not null, role text not null,
  text text not null, tools text not null, created_at bigint not null,
  unique (conversation, position)
);
create table if not exists idempotency (
  id text primary key, fingerprint text not null, answer text not null, expires_at bigint not null
);`
