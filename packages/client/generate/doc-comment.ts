const lineWidth = 100

/** Writes a doc comment: one line if it fits, or else a block; no comment for an empty text. */
export function docComment(paragraphs: readonly string[], indent = ''): string {
  const texts = paragraphs.filter((paragraph) => paragraph !== '')
  if (texts.length === 0) return ''
  const [only = '', ...others] = texts
  const oneLine = `${indent}/** ${only} */`
  if (others.length === 0 && !only.includes('\n') && oneLine.length <= lineWidth) {
    return `${oneLine}\n`
  }
  const lines = texts.flatMap((text, index) => {
    const isFirst = index === 0
    // The tags are together, after the sentences.
    const isNextTag = isTag(text) && isTag(texts[index - 1] ?? '')
    const commentLines = isCode(text) ? text.split('\n') : wrap(text, indent)
    return isFirst || isNextTag ? commentLines : ['', ...commentLines]
  })
  const body = lines.map((line) => `${indent} * ${line}`.trimEnd())
  return `${[`${indent}/**`, ...body, `${indent} */`].join('\n')}\n`
}

const isTag = (text: string) => text.startsWith('@')
const isCode = (text: string) => text.includes('```')

function wrap(text: string, indent: string): string[] {
  const width = lineWidth - indent.length - ' * '.length
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = isTag(text) ? `  ${word}` : word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}
