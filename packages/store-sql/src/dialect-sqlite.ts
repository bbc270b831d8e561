import type { KeyType } from '@doorkit/server/store'
import type { SqlDialect } from './dialect.ts'
import { toPlainText } from './key-text.ts'
import { quote, type Table } from './table.ts'

// A sum that left the safe integers would be stored and never be readable again.
function keyColumn(table: Table, key: string, type: KeyType): string {
  const column = `${quote(key)} ${type}${key === table.plan.partition ? ' not null' : ''}`
  const range = `between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`
  return type === 'text'
    ? column
    : `${column} constraint ${quote(`${table.name}__safe_${key}`)} check (${quote(key)} ${range})`
}

function searchColumn(column: string): string {
  return `${quote(column)} text not null default ''`
}

function searchTable(table: Table): string {
  return quote(`${table.name}__fts`)
}

/** SQLite 3.45 and later. */
export const sqliteDialect: SqlDialect = {
  maxIdentifierBytes: Number.POSITIVE_INFINITY,
  numberMarks: (sql) => sql,
  // SQLite prepares a statement anew each time that its limit is bound, when that is a mark alone.
  limit: ' limit ? + 0',
  isIn: (column) => `${column} in (select "value" from json_each(?))`,
  mustChange: (tables, statement) => [
    statement,
    { sql: `insert into ${tables.guard} ("held") select 0 where changes() = 0`, params: [] },
  ],
  // One writer at a time: what is true in the transaction stays true until it ends.
  check: (tables, { table, where, exists }) => [
    {
      sql: `insert into ${tables.guard} ("held") select 0 where ${exists ? 'not ' : ''}exists (select 1 from ${table.sql}${where.sql})`,
      params: where.params,
    },
  ],
  requireOnTime: (tables, scope, at) => [
    {
      sql: `insert into ${tables.guard} ("on_time") select 0 where exists (select 1 from ${tables.horizon} where "scope" = ? and "at" > ?)`,
      params: [scope, at],
    },
  ],
  raiseHorizon: (tables, scope, at) => [
    {
      sql: `insert into ${tables.horizon} ("scope", "at") values (?, ?) on conflict ("scope") do update set "at" = excluded."at" where ${tables.horizon}."at" < excluded."at"`,
      params: [scope, at],
    },
  ],
  mergedPart: (part) => part,
  choose: (table, { where, limit }) => ({
    sql: ` where "_seq" in (select "_seq" from ${table.sql}${where.sql}${sqliteDialect.limit})`,
    params: [...where.params, limit],
  }),
  // RETURNING gives rows in no order and only as they are afterwards.
  claim(table, { where, orderAndLimit, assignments }) {
    const due = `select "_seq" from ${table.sql}${where.sql}${orderAndLimit.sql}`
    const params = [...where.params, ...orderAndLimit.params]
    return [
      { sql: due, params },
      {
        sql: `${table.update}${assignments.sql} where "_seq" in (${due}) returning ${table.columns}, "_seq"`,
        params: [...assignments.params, ...params],
      },
    ]
  },
  searchMark: '?',
  searchValue: toPlainText,
  search(table, words, where) {
    const fts = searchTable(table)
    // The inner select keeps the names of the full-text table away from those of the keys.
    const hits = `select rowid as "_hit", -bm25(${fts}) as "_score" from ${fts} where ${fts} match ?`
    return {
      sql: `select ${table.columns}, "_score" from (${hits}) join ${table.sql} on "_seq" = "_hit"${where.sql} order by "_score" desc, "id"`,
      params: [words.map((word) => `"${word}"`).join(' OR '), ...where.params],
    }
  },

  lockMigration: () => [],
  createInternalTables: (tables) => [
    `create table if not exists ${tables.guard} ("held" integer constraint ${quote(tables.heldConstraint)} check ("held" = 1), "on_time" integer constraint ${quote(tables.onTimeConstraint)} check ("on_time" = 1)) strict`,
    `create table if not exists ${tables.horizon} ("scope" text not null primary key, "at" integer not null) strict, without rowid`,
    `create table if not exists ${tables.window} ("key" text not null primary key, "count" integer not null, "reset_at" integer not null) strict, without rowid`,
    `create index if not exists ${tables.windowIndex} on ${tables.window} ("reset_at")`,
    `create table if not exists ${tables.schema} ("name" text not null primary key, "version" integer not null, "token" integer not null, "until" integer not null) strict, without rowid`,
    `create table if not exists ${tables.migration} ("number" integer primary key, "statement" text not null, "at" integer not null) strict`,
  ],
  nowMs: `cast(unixepoch('subsec') * 1000 as integer)`,
  // Tables keep their rowid: `without rowid` was measured 1.3 to 5 times slower, because documents
  // then fill the inner pages of the tree. It is a column, or VACUUM would renumber the rows under
  // the full-text index.
  createTable(table) {
    const columns = [
      '"_seq" integer primary key',
      '"id" text not null',
      '"rev" integer not null',
      ...table.keys.map(([key, type]) => keyColumn(table, key, type)),
      '"data" text not null',
      ...(table.search ? [searchColumn(table.search.column)] : []),
      `unique (${table.identity.map(quote).join(', ')})`,
    ]
    return [`create table if not exists ${table.sql} (${columns.join(', ')}) strict`]
  },
  addKey: (table, key, type) => [
    `alter table ${table.sql} add column ${keyColumn(table, key, type)}`,
  ],
  indexLater: 'index',
  addSearchColumn(table, { column, property }) {
    const path = `'$."${property}"'`
    // SQLite reads JSON up to 1,000 levels deep; deeper documents are found after their next write.
    const isText = `json_valid("data") and json_type("data", ${path}) = 'text'`
    return [
      `alter table ${table.sql} add column ${searchColumn(column)}`,
      `update ${table.sql} set ${quote(column)} = json_extract("data", ${path}) where case when ${isText} then 1 else 0 end`,
    ]
  },
  createSearch(table, { sql: column }) {
    const fts = searchTable(table)
    const add = (row: string) =>
      `insert into ${fts} (rowid, ${column}) values (${row}."_seq", ${row}.${column});`
    const remove = (row: string) =>
      `insert into ${fts} (${fts}, rowid, ${column}) values ('delete', ${row}."_seq", ${row}.${column});`
    const trigger = (name: string, when: string, body: string) =>
      `create trigger if not exists ${quote(`${table.name}__fts_${name}`)} after ${when} begin ${body} end`
    return [
      `create virtual table if not exists ${fts} using fts5(${column}, content='${table.name}', content_rowid='_seq', tokenize='unicode61 remove_diacritics 2')`,
      // Otherwise the words of an erased row stay in the index until it happens to be merged.
      `insert into ${fts} (${fts}, rank) values ('secure-delete', 1)`,
      trigger('insert', `insert on ${table.sql}`, add('new')),
      trigger('delete', `delete on ${table.sql}`, remove('old')),
      trigger(
        'update',
        `update of ${column} on ${table.sql} when old.${column} is not new.${column}`,
        `${remove('old')} ${add('new')}`,
      ),
      `insert into ${fts} (${fts}) values ('rebuild')`,
    ]
  },
  inspectColumns: (prefix) => ({
    sql: `select t.name as "table_name", c.name as "column_name", lower(c.type) as "column_type" from sqlite_schema t join pragma_table_info(t.name) c where t.type = 'table' and substr(t.name, 1, ?) = ?`,
    params: [prefix.length, prefix],
  }),
  inspectIndexes: (prefix) => ({
    sql: `select iif(i.origin = 'u', t.name || '__id', i.name) as "index_name", i."unique" as "is_unique", c.name as "column_name", 1 as "is_valid" from sqlite_schema t join pragma_index_list(t.name) i join pragma_index_info(i.name) c where t.type = 'table' and substr(t.name, 1, ?) = ? order by i.name, c.seqno`,
    params: [prefix.length, prefix],
  }),
}
