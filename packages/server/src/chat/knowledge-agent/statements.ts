/** A sentence, a list item, a whole short list or a row of a table, as plain text. */
export interface Statement {
  readonly text: string
  /** Whether it is the next sentence of a paragraph, or the first item after a list's introduction. */
  readonly continuesPrevious: boolean
}

/** A list of up to this many characters is one statement, so that opening hours stay together. */
const longestWholeList = 220
const mostCharacters = 300
/**
 * An introduction of up to this many characters is repeated before each item of a longer list. A longer
 * introduction is a statement of its own.
 */
const longestRepeatedIntroduction = 80

/** Splits a passage in Markdown or plain text into statements, in order and without markup. */
export function statementsOf(text: string): Statement[] {
  return text.split(/\n[ \t]*(?:\n[ \t]*)+/).reduce<Statement[]>((statements, block) => {
    const lines = block.split('\n').filter((line) => line.trim() !== '')
    const before = statements.at(-1)
    if (lines.length > 0 && lines.every((line) => item.test(line) || /^\s{2,}/.test(line))) {
      const introduction = before?.text.endsWith(':') ? statements.pop()?.text : undefined
      statements.push(...listOf(itemsOf(lines), introduction))
    } else statements.push(...blockOf(lines))
    return statements
  }, [])
}

const item = /^\s*(?:[-*+•–]|\d{1,3}[.)])\s+/
const tableLine = /^\s*\|.*\|\s*$/
const tableRule = /^[\s|:-]+$/
const noText = /^\s*(?:```|~~~|[-*_=]{3,}\s*$)/

function blockOf(lines: readonly string[]): Statement[] {
  if (lines.length > 1 && lines.every((line) => tableLine.test(line))) return tableOf(lines)
  const first = lines.findIndex((line) => item.test(line))
  if (first > 0) {
    const before = sentencesOf(lines.slice(0, first))
    const introduction = before.at(-1)?.text.endsWith(':') ? before.pop()?.text : undefined
    return [...before, ...listOf(itemsOf(lines.slice(first)), introduction)]
  }
  return first === 0 ? listOf(itemsOf(lines), undefined) : sentencesOf(lines)
}

/** A line that is not an item continues the previous item. */
function itemsOf(lines: readonly string[]): string[] {
  return lines.reduce<string[]>((items, line) => {
    if (item.test(line) || items.length === 0) items.push(withoutMarkdown(line.replace(item, '')))
    else items.push(`${items.pop()} ${withoutMarkdown(line)}`)
    return items
  }, [])
}

function listOf(items: readonly string[], introduction: string | undefined): Statement[] {
  const start = introduction === undefined ? '' : `${introduction} `
  const whole = `${start}${items.map(withoutEnd).join('; ')}.`
  if (whole.length <= longestWholeList) return [{ text: whole, continuesPrevious: false }]
  const isRepeated = start.length <= longestRepeatedIntroduction
  const texts = isRepeated
    ? items.map((text) => `${start}${withEnd(text)}`)
    : [start.trimEnd(), ...items.map(withEnd)]
  return texts.map((text, at) => ({
    text: shortened(text),
    continuesPrevious: !isRepeated && at === 1,
  }))
}

function tableOf(lines: readonly string[]): Statement[] {
  const rows = lines
    .filter((line) => !tableRule.test(line))
    .map((line) => line.trim().slice(1, -1).split('|').map(withoutMarkdown))
  const [head = [], ...others] = rows
  return others.map(([name = '', ...cells]) => {
    const values = cells.flatMap((cell, at) => {
      const column = head[at + 1] ?? ''
      return cell === '' ? [] : [column === '' ? cell : `${column} ${cell}`]
    })
    return { text: shortened(`${name}: ${values.join(', ')}.`), continuesPrevious: false }
  })
}

/**
 * Splits lines into sentences. The lines are joined first if every line but the last is long or ends
 * with a comma or semicolon. Otherwise each line is a paragraph of its own.
 */
function sentencesOf(lines: readonly string[]): Statement[] {
  const texts = lines
    .filter((line) => !noText.test(line))
    .map(withoutMarkdown)
    .filter((line) => line !== '')
  const isFlowing = texts.slice(0, -1).every((line) => line.length > 60 || /[,;]$/.test(line))
  const paragraphs = isFlowing ? [texts.join(' ')] : texts
  return paragraphs
    .filter((paragraph) => paragraph !== '')
    .flatMap((paragraph) =>
      paragraph
        .split(/(?<=[.!?])\s+(?=["“«¿¡(]?[\p{Lu}\d])/u)
        .reduce<string[]>((sentences, sentence) => {
          const last = sentences.at(-1)
          // A sentence this short probably ended at an abbreviation: "Mon. to Fri.", "e.g. Visa",
          // "approx. 5".
          if (last !== undefined && last.length < 16)
            sentences[sentences.length - 1] = `${last} ${sentence}`
          else sentences.push(sentence)
          return sentences
        }, [])
        .map((text, at) => ({ text: shortened(text), continuesPrevious: at > 0 })),
    )
}

function withoutEnd(text: string): string {
  return text.replace(/[.;,]+$/, '')
}

function withEnd(text: string): string {
  return /[.!?:]$/.test(text) ? text : `${withoutEnd(text)}.`
}

function shortened(text: string): string {
  if (text.length <= mostCharacters) return text
  return `${text.slice(0, mostCharacters).replace(/\s+\S*$/, '')} …`
}

/** Removes the markup of a line (of headings, emphasis, code, links, images and HTML) and keeps its text. */
export function withoutMarkdown(line: string): string {
  return line
    .replace(/^\s{0,3}(?:#{1,6}\s+|>\s?)+/, '')
    .replace(/!?\[([^\][]{0,300})\]\([^()\s]{0,2000}\)/g, '$1')
    .replace(/<(https?:[^<>\s]{1,2000})>/g, '$1')
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, '')
    .replace(/[*`|]+|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replace(/\\([[\]()#!>.-])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}
