import type { ColumnType } from '@doorkit/store'
import { quote, type ReceiptStatements, type SqlDialect, type Table } from '@doorkit/store-sql'
import { type EngineFeatures, postgresFeatures } from './engine-features.ts'
import { selectNumber } from './find-lost-commit.ts'
import {
  countMatches,
  findMatches,
  searchColumnType,
  searchOptions,
  searchValue,
} from './postgres-search.ts'
import { vectorSupport } from './vectors.ts'

const columnTypes: Readonly<Record<ColumnType, string>> = {
  // The port orders text by code point, whatever the collation of the database.
  text: 'text collate "C"',
  integer: 'bigint',
}

// Without the check, a sum beyond the safe integers could be stored, but not read again.
function columnDefinition({ plan }: Table, column: string, type: ColumnType): string {
  const isPartition = column === plan.partition
  const definition = `${quote(column)} ${columnTypes[type]}${isPartition ? ' not null' : ''}`
  return type === 'text' ? definition : `${definition} check (${safeRange(column)})`
}

function safeRange(column: string): string {
  return `${quote(column)} between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`
}

const nowMs = 'cast(extract(epoch from clock_timestamp()) * 1000 as bigint)'

/**
 * An expression that divides by zero unless the condition holds. Every engine refuses such a statement,
 * and no other statement of a store divides.
 */
function requireThat(condition: string): string {
  return `1 / (case when ${condition} then 1 else 0 end)`
}

/**
 * The SQL of PostgreSQL and of the engines that speak it. Transactions run at READ COMMITTED, where
 * each statement sees everything that was committed before it began. So everything that a guard relies
 * on is either locked by one statement and read by the next, or locked by the statement that reads it.
 */
export function postgresDialect(features: EngineFeatures = postgresFeatures): SqlDialect {
  const { advisoryLocks, skipLocked, transactionStatus, pendingList, vectors, distributed } =
    features
  return {
    // Citus adds the number of the shard to the names of tables and constraints.
    maxIdentifierBytes: distributed ? 52 : 63,
    limit: ' limit ?',
    numberMarks(sql) {
      let count = 0
      return sql.replaceAll('?', () => `$${++count}`)
    },
    isIn: (column, type) =>
      `${column} = any (array(select value${type === 'integer' ? '::bigint' : ''} from jsonb_array_elements_text(?::text::jsonb)))`,
    mustChange: (_tables, { sql, params }) => [
      {
        sql: `with "changed" as (${sql} returning 1) select "changed".*, ${requireThat('exists (select 1 from "changed")')} as "_held" from (select 1) as "_one" left join "changed" on true`,
        params,
      },
    ],
    check(_tables, { table, row, where, exists }) {
      const identity = identityList(table)
      if (exists) {
        // The row cannot change until the commit ends.
        return [
          {
            sql: `select ${requireThat(`exists (select 1 from ${table.sql}${where.sql} for share)`)} as "_held"`,
            params: where.params,
          },
        ]
      }
      // Only an insert can lock a missing row until the commit ends.
      return [
        {
          sql: `insert into ${table.sql} (${identity}, "rev", "data") values (${row.params.map(() => '?').join(', ')}, 0, 'null') on conflict (${identity}) do nothing`,
          params: row.params,
        },
        {
          sql: `select ${requireThat(`not exists (select 1 from ${table.sql}${where.sql} and "rev" > 0 for share)`)} as "_held"`,
          params: where.params,
        },
        { sql: `delete from ${table.sql} where ${row.sql} and "rev" = 0`, params: row.params },
      ]
    },
    requireOnTime(tables, scope, at) {
      const lockScope = advisoryLocks
        ? [
            {
              // Every dated commit takes this lock first, so no other statement has to read the
              // transaction's number.
              sql: `${transactionStatus ? `${selectNumber}, ` : 'select '}pg_advisory_xact_lock_shared(hashtextextended(?, 0))`,
              params: [`${tables.horizon}${scope}`],
            },
          ]
        : [
            {
              sql: `insert into ${tables.horizon} ("scope", "at") values (?, 0) on conflict ("scope") do nothing`,
              params: [scope],
            },
            {
              sql: `select 1 from ${tables.horizon} where "scope" = ? for share`,
              params: [scope],
            },
          ]
      const isOnTime = `not exists (select 1 from ${tables.horizon} where "scope" = ? and "at" > ?)`
      return [
        ...lockScope,
        { sql: `select ${requireThat(isOnTime)} as "_on_time"`, params: [scope, at] },
      ]
    },
    raiseHorizon: (tables, scope, at) => [
      ...(advisoryLocks
        ? [
            {
              sql: 'select pg_advisory_xact_lock(hashtextextended(?, 0))',
              params: [`${tables.horizon}${scope}`],
            },
          ]
        : []),
      {
        sql: `insert into ${tables.horizon} ("scope", "at") values (?, ?) on conflict ("scope") do update set "at" = greatest(${tables.horizon}."at", excluded."at")`,
        params: [scope, at],
      },
    ],
    mergedPart: (part, orderAndLimit) => ({
      sql: `(${part.sql}${orderAndLimit.sql})`,
      params: [...part.params, ...orderAndLimit.params],
    }),
    choose(table, { where, limit, isInOnePartition }) {
      const params = [...where.params, limit]
      const select = (columns: string) => `select ${columns} from ${table.sql}${where.sql} limit ?`
      const chosen = `(${identityList(table)}) in (${select(identityList(table))}`
      if (!distributed) return { sql: ` where ${chosen} for update)`, params }
      // The outer conditions say on which node the rows are, and are checked once more.
      const again = where.sql === '' ? ' where ' : `${where.sql} and `
      return {
        sql: isInOnePartition
          ? // The array makes the node choose the ids only once, whatever its plan is.
            `${again}"id" = any (array(${select('"id"')} for update))`
          : `${again}${chosen})`,
        params: [...where.params, ...params],
      }
    },
    claim(table, { dueColumn, where, orderAndLimit, assignments, isInOnePartition }) {
      const lock = skipLocked && (isInOnePartition || !distributed) ? ' for update skip locked' : ''
      // Without row locks the conditions are repeated outside: they are checked once more against the
      // current row when it is written. In a cluster, they also say on which node the row is.
      const again = lock === '' || distributed
      const due = `select ${identityList(table)}, ${dueColumn} as "_at" from ${table.sql}${where.sql}${orderAndLimit.sql}${lock}`
      const chosen = `${again ? `${where.sql} and` : ' where'} (${identityList(table)}) in (select ${identityList(table)} from "_due")`
      const leased = `${table.update}${assignments.sql}${chosen} returning ${table.selectList}`
      return [
        {
          sql: `with "_due" as (${due}), "_leased" as (${leased}) select "_leased".* from "_leased" join "_due" using (${identityList(table)}) order by "_at", ${identityList(table)}`,
          params: [
            ...where.params,
            ...orderAndLimit.params,
            ...assignments.params,
            ...(again ? where.params : []),
          ],
        },
      ]
    },
    ...(!transactionStatus && { receipts: receiptStatements(distributed) }),
    searchMark: `?::${searchColumnType}`,
    searchValue,
    countMatches,
    findMatches,

    lockMigration: (tables) =>
      advisoryLocks || distributed
        ? [
            // The nodes of a cluster are changed one after the other, in one transaction.
            ...(distributed ? ["set local citus.multi_shard_modify_mode = 'sequential'"] : []),
            `select pg_advisory_xact_lock(hashtextextended('${tables.migrationName}', 0))`,
          ]
        : [],
    createInternalTables: (tables) => [
      `create table if not exists ${tables.horizon} ("scope" text collate "C" not null primary key, "at" bigint not null)`,
      `create table if not exists ${tables.window} ("key" text collate "C" not null primary key, "count" bigint not null, "reset_at" bigint not null)`,
      ...(distributed
        ? [distribute(tables.horizon, 'scope'), distribute(tables.window, 'key')]
        : []),
      `create index if not exists ${tables.windowIndex} on ${tables.window} ("reset_at")`,
      `create table if not exists ${tables.schema} ("name" text collate "C" not null primary key, "version" bigint not null, "token" bigint not null, "until" bigint not null)`,
      `create table if not exists ${tables.migration} ("number" bigint generated always as identity primary key, "statement" text not null, "at" bigint not null)`,
    ],
    nowMs,
    createTable(table) {
      const columns = [
        '"id" text collate "C" not null',
        '"rev" bigint not null',
        ...table.columns.map(([column, type]) => columnDefinition(table, column, type)),
        '"data" text not null',
        ...(table.search ? [`${table.search.sql} ${searchColumnType}`] : []),
        `constraint ${quote(table.primaryKey)} primary key (${identityList(table)})`,
      ]
      const created = `create table if not exists ${table.sql} (${columns.join(', ')})`
      return distributed ? [created, distribute(table.sql, table.plan.partition)] : [created]
    },
    // Citus adds a constraint to a distributed table only if it has a name, and only after its column exists.
    addColumn: (table, column, type) =>
      distributed && type === 'integer'
        ? [
            `alter table ${table.sql} add column if not exists ${quote(column)} ${columnTypes[type]}`,
            `alter table ${table.sql} add constraint ${quote(`${column}_safe`)} check (${safeRange(column)})`,
          ]
        : [
            `alter table ${table.sql} add column if not exists ${columnDefinition(table, column, type)}`,
          ],
    indexLater: 'index concurrently',
    addSearchColumn: (table, { sql }) => [
      `alter table ${table.sql} add column if not exists ${sql} ${searchColumnType}`,
    ],
    createSearch: (table, { sql, index, unfilled }) => [
      `create index if not exists ${quote(index)} on ${table.sql} using gin (${sql})${pendingList ? searchOptions : ''}`,
      `create index if not exists ${quote(unfilled)} on ${table.sql} ("id") where ${sql} is null`,
    ],
    ...(vectors && { vectors: vectorSupport }),
    inspectColumns: (prefix) => ({
      sql: `select t.relname as "table_name", a.attname as "column_name", case format_type(a.atttypid, null) when 'bigint' then 'integer' else format_type(a.atttypid, null) end as "column_type" from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped where t.relkind in ('r', 'p') and t.relnamespace = current_schema()::regnamespace and left(t.relname, ?::int) = ?`,
      params: [prefix.length, prefix],
    }),
    inspectIndexes: (prefix) => ({
      sql: `select i.relname as "index_name", x.indisunique::int as "is_unique", a.attname as "column_name", x.indisvalid::int as "is_valid" from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid join unnest(x.indkey) with ordinality as k("number", "place") on true join pg_attribute a on a.attrelid = t.oid and a.attnum = k."number" where t.relkind in ('r', 'p') and t.relnamespace = current_schema()::regnamespace and left(t.relname, ?::int) = ? order by i.relname, k."place"`,
      params: [prefix.length, prefix],
    }),
  }
}

/** Receipts are stored with the rows of their partition, so a commit needs no other node for them. */
function receiptStatements(distributed: boolean): ReceiptStatements {
  const identity = '"partition", "id"'
  return {
    create: ({ receipt, receiptIndex }) => [
      `create table if not exists ${receipt} ("partition" text collate "C" not null, "id" text collate "C" not null, "committed" bigint not null, "at" bigint not null, primary key (${identity}))`,
      ...(distributed ? [distribute(receipt, 'partition')] : []),
      `create index if not exists ${receiptIndex} on ${receipt} ("at")`,
    ],
    write: ({ receipt }, partition, id) => ({
      sql: `insert into ${receipt} (${identity}, "committed", "at") values (?, ?, 1, ${nowMs})`,
      params: [partition, id],
    }),
    // If the transaction that writes the receipt is still running, this waits until that transaction
    // ends.
    settle: ({ receipt }, partition, id) => ({
      sql: `insert into ${receipt} (${identity}, "committed", "at") values (?, ?, 0, ${nowMs}) on conflict (${identity}) do update set "at" = ${receipt}."at" returning "committed"`,
      params: [partition, id],
    }),
    forget: ({ receipt }, olderThanMs, limit) => ({
      sql: `delete from ${receipt} where (${identity}) in (select ${identity} from ${receipt} where "at" < ${nowMs} - ?::bigint limit ?)`,
      params: [olderThanMs, limit],
    }),
  }
}

/**
 * Distributes a table over the nodes by a column: rows with the same value are on the same node, in all
 * tables. Without a column, every node has the whole table.
 */
function distribute(table: string, column: string | undefined): string {
  return column === undefined
    ? `select create_reference_table('${table}')`
    : `select create_distributed_table('${table}', '${column}')`
}

function identityList({ identity }: Table): string {
  return identity.map(quote).join(', ')
}
