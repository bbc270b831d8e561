/** The optional parts that the store lacks. */
export const without = {
  scrub: 'the log of PostgreSQL is its own to clean',
  backup: 'PostgreSQL has tools of its own',
  version: 'PostgreSQL cannot tell without being asked',
}
