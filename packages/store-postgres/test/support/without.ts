/** The optional parts that the store lacks. */
export const without = {
  scrub: 'PostgreSQL cleans its log itself',
  backup: 'PostgreSQL has its own tools for backups',
  version: 'PostgreSQL tells its version only in answer to a query',
}
