import { readdirSync, readFileSync } from 'node:fs'

/** The file of the models that defines a name, and the doc comment of the name. */
export interface Definition {
  /** The name of the file without its ending: `contacts`. */
  readonly file: string
  /** The sentences of the doc comment; empty without a comment. */
  readonly comment: string
}

const docComment = /\/\*\*((?:(?!\*\/).)*)\*\/\n/
const exported = new RegExp(`(?:${docComment.source})?export const (\\w+)`, 'gs')
const modelSources = new URL('../../models/src/', import.meta.url)

/**
 * The constants that the models of the workspace API and of the site API export, by name. Their doc
 * comments become the doc comments of the client's types.
 */
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

/**
 * A comment without asterisks and without citations, because paths of the repository do not exist in a
 * package.
 */
function sentencesOf(comment: string): string {
  return comment
    .replaceAll(/\n\s*\* ?/g, ' ')
    .replaceAll(/ \(docs\/[^)]*\)/g, '')
    .trim()
}
