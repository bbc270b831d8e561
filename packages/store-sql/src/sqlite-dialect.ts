import type { ColumnType } from '@doorkit/store'
import type { SearchMergeStatements, SqlDialect } from './dialect.ts'
import { quote, type Table } from './table.ts'

// Without the check, a sum beyond the safe integers could be stored, but not read again.
function columnDefinition(table: Table, column: string, type: ColumnType): string {
  const definition = `${quote(column)} ${type}${column === table.plan.partition ? ' not null' : ''}`
  const range = `between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`
  return type === 'text'
    ? definition
    : `${definition} constraint ${quote(`${table.name}__safe_${column}`)} check (${quote(column)} ${range})`
}

const countChanges = { sql: 'select total_changes()', params: [] }

function setSearchOptions(fts: string): string[] {
  const set = (name: string, value: number) =>
    `insert into ${fts} (${fts}, rank) values ('${name}', ${value})`
  return [
    // Otherwise a commit that replaces rows would merge parts of the index that belong to other rows:
    // 300 ms were measured.
    set('deletemerge', 0),
    // Otherwise a commit would also continue the merge that a step began, which took 80 of 115 ms.
    set('automerge', 0),
    set('usermerge', 8),
    // Otherwise a commit that finds 16 parts of one size would merge them all: 885 ms were measured.
    set('crisismerge', 200),
  ]
}

const searchMerges: SearchMergeStatements = {
  step({ index }) {
    const fts = quote(index)
    const merge = `insert into ${fts} (${fts}, rank) values ('merge', 16)`
    return [countChanges, { sql: merge, params: [] }, countChanges]
  },
  // A step without work changes one row.
  hasMore: ([before, , after]) => Number(after?.rows[0]?.[0]) - Number(before?.rows[0]?.[0]) >= 2,
}

/** The SQL of SQLite 3.45 and later. */
export const sqliteDialect: SqlDialect = {
  maxIdentifierBytes: Number.POSITIVE_INFINITY,
  numberMarks: (sql) => sql,
  // With only the mark, SQLite would prepare the statement again for each new limit.
  limit: ' limit ? + 0',
  isIn: (column) => `${column} in (select "value" from json_each(?))`,
  mustChange: (tables, statement) => [
    statement,
    { sql: `insert into ${tables.guard} ("held") select 0 where changes() = 0`, params: [] },
  ],
  // SQLite has one writer, so a fact that is true in the transaction stays true until it ends.
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
  // RETURNING returns rows in no order, and with their new values. So a first statement returns their
  // order.
  claim(table, { where, orderAndLimit, assignments }) {
    const due = `select "_seq" from ${table.sql}${where.sql}${orderAndLimit.sql}`
    const params = [...where.params, ...orderAndLimit.params]
    return [
      { sql: due, params },
      {
        sql: `${table.update}${assignments.sql} where "_seq" in (${due}) returning ${table.selectList}, "_seq"`,
        params: [...assignments.params, ...params],
      },
    ]
  },
  searchMark: '?',
  // The triggers ignore an empty value, so every value begins with a space.
  searchValue: (tokens) => ` ${tokens.join(' ')}`,
  countMatches(search, { table, tokens, inPartition, mostRows, mostHaving }) {
    const fts = quote(search.index)
    const { limit } = sqliteDialect
    const rows = `select -1, (select count(*) from (select 1 from ${table.sql}${inPartition.sql}${limit}))`
    const having = `select "key", (select count(*) from (select 1 from ${fts} where ${fts} match "value"${limit})) from json_each(?)`
    return {
      sql: `${rows} union all ${having}`,
      params: [...inPartition.params, mostRows, mostHaving, JSON.stringify(tokens)],
    }
  },
  findMatches(search, { table, tokens, where, how, limit }) {
    const fts = quote(search.index)
    // The inner select keeps the names of the full-text table separate from the names of the columns.
    const hits = `select rowid as "_hit" from ${fts} where ${fts} match ?`
    return {
      sql: `select ${table.selectList} from (${hits}) cross join ${table.sql} on "_seq" = "_hit"${where.sql}${sqliteDialect.limit}`,
      params: [tokens.join(how === 'any' ? ' OR ' : ' AND '), ...where.params, limit],
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
  // Tables keep their rowid: `without rowid` was 1.3 to 5 times slower, because documents then fill the
  // inner pages of the tree. The rowid is declared as a column, because otherwise VACUUM would renumber
  // the rows under the full-text index.
  createTable(table) {
    const columns = [
      '"_seq" integer primary key',
      '"id" text not null',
      '"rev" integer not null',
      ...table.columns.map(([column, type]) => columnDefinition(table, column, type)),
      '"data" text not null',
      // The search column is empty once the index has the tokens of the row.
      ...(table.search ? [`${table.search.sql} text`] : []),
      `unique (${table.identity.map(quote).join(', ')})`,
    ]
    return [`create table if not exists ${table.sql} (${columns.join(', ')}) strict`]
  },
  addColumn: (table, column, type) => [
    `alter table ${table.sql} add column ${columnDefinition(table, column, type)}`,
  ],
  indexLater: 'index',
  addSearchColumn: (table, { sql }) => [`alter table ${table.sql} add column ${sql} text`],
  createSearch(table, search) {
    const fts = quote(search.index)
    const column = search.sql
    const remove = `delete from ${fts} where rowid = old."_seq";`
    // Once the index has the tokens, the table needs none: a page of the file then has three times as
    // many rows.
    const move = `insert into ${fts} (rowid, ${column}) values (new."_seq", new.${column}); update ${table.sql} set ${column} = '' where "_seq" = new."_seq";`
    const trigger = (name: string, when: string, body: string) =>
      `create trigger if not exists ${quote(`${search.index}_${name}`)} after ${when} begin ${body} end`
    return [
      // The tokens of a removed row stay in the index for a while, where nobody can read them as text.
      // Overwriting them immediately (`secure-delete`) was fifty times slower.
      `create virtual table if not exists ${fts} using fts5(${column}, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
      ...setSearchOptions(fts),
      trigger('insert', `insert on ${table.sql} when new.${column} <> ''`, move),
      trigger('delete', `delete on ${table.sql}`, remove),
      trigger(
        'update',
        `update of ${column} on ${table.sql} when new.${column} <> ''`,
        `${remove} ${move}`,
      ),
      `create index if not exists ${quote(search.unfilled)} on ${table.sql} ("id") where ${column} is null`,
    ]
  },
  searchMerges,
  inspectColumns: (prefix) => ({
    sql: `select t.name as "table_name", c.name as "column_name", lower(c.type) as "column_type" from sqlite_schema t join pragma_table_info(t.name) c where t.type = 'table' and substr(t.name, 1, ?) = ?`,
    params: [prefix.length, prefix],
  }),
  inspectIndexes: (prefix) => ({
    sql: `select iif(i.origin = 'u', t.name || '__id', i.name) as "index_name", i."unique" as "is_unique", c.name as "column_name", 1 as "is_valid" from sqlite_schema t join pragma_index_list(t.name) i join pragma_index_info(i.name) c where t.type = 'table' and substr(t.name, 1, ?) = ? order by i.name, c.seqno`,
    params: [prefix.length, prefix],
  }),
}
