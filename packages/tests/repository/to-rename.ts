/** Names that break docs/glossary.md, each as a file and a name. The list only shrinks. */
export const toRename: readonly string[] = [
  'server/store/port.ts KeyValue',
  'server/store/port.ts Keys',
  'server/store/schema.ts KeyType',
  'store-sql/existing-schema.ts Existing',
  'store-sql/key-text.ts key-text',
  'store-sqlite/reads-in-one-turn.ts reads-in-one-turn',
]
