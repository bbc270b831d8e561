import { readdirSync, readFileSync } from 'node:fs'

/** Where the models define something, and what they say about it. */
export interface Definition {
  /** Without its ending: `contacts`. */
  readonly file: string
  /** The sentences of its doc comment; none when it has no comment. */
  readonly comment: string
}

const docComment = /\/\*\*((?:(?!\*\/).)*)\*\/\n/
const exported = new RegExp(`(?:${docComment.source})?export const (\\w+)`, 'gs')
const modelSources = new URL('../../models/src/', import.meta.url)

/** The exports of the models, by name: their doc comments become those of the client's types. */
export const definitions: ReadonlyMap<string, Definition> = new Map(
  ['site/', '', 'resources/'].flatMap((folder) =>
    readdirSync(new URL(folder, modelSources), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .flatMap(({ name }) => {
        const text = readFileSync(new URL(folder + name, modelSources), 'utf8')
        const file = name.replace(/\.ts$/, '')
        return [...text.matchAll(exported)].map(([, comment = '', constant = '']) => {
          const typed = new RegExp(`${docComment.source}export type ${constant}\\b`, 's').exec(text)
          return [constant, { file, comment: sentencesOf(typed?.[1] ?? comment) }] as const
        })
      }),
  ),
)

/** Without the asterisks, and without citations: a path of the repository leads nowhere in a package. */
function sentencesOf(comment: string): string {
  return comment
    .replaceAll(/\n\s*\* ?/g, ' ')
    .replaceAll(/ \(docs\/[^)]*\)/g, '')
    .trim()
}
