import { type IdKind, idPrefixes, isId } from '../contract/ids.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'

/**
 * Refuses an id of the wrong kind for its place in the path. Returns the ids that messages may show,
 * each with a space before it. Other text may be personal data: messages show at most its prefix.
 */
export function checkIds(prefixes: string, ids: readonly unknown[]): string {
  let shownText = ''
  for (const [index, prefix] of prefixes.split(' ').entries()) {
    const id = ids[index]
    const kind = kindOf(id)
    if (!prefix || !kind) continue
    const text = isId(kind, id) ? id : `${idPrefixes[kind]}…`
    if (prefix !== idPrefixes[kind]) {
      throw new DoorkitError(
        'invalid_argument',
        `${text} is ${inWords(kind)} id. Pass ${inWords(kindOf(prefix))} id (${prefix}…).`,
      )
    }
    shownText += ` ${text}`
  }
  return shownText
}

function kindOf(id: unknown): IdKind | undefined {
  const kinds = Object.keys(idPrefixes) as IdKind[]
  return kinds.find((kind) => typeof id === 'string' && id.startsWith(idPrefixes[kind]))
}

/** Writes `webhookEndpoint` as `a webhook endpoint`. */
function inWords(kind = ''): string {
  const words = kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const text = words.replace('api', 'API')
  return `${/^[aeiou]/i.test(text) ? 'an' : 'a'} ${text}`
}
