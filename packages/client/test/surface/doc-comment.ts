const lineWidth = 100

/** Writes a doc comment: one line where it fits, else a block. Nothing becomes nothing. */
export function docComment(paragraphs: readonly string[], indent = ''): string {
  const texts = paragraphs.filter((paragraph) => paragraph !== '')
  if (texts.length === 0) return ''
  const [only = '', ...others] = texts
  const oneLine = `${indent}/** ${only} */`
  if (others.length === 0 && !only.includes('\n') && oneLine.length <= lineWidth) {
    return `${oneLine}\n`
  }
  const lines = texts.flatMap((text, place) => [
    // Tags stand together below what is said; each of them is a paragraph of its own.
    ...(place > 0 && !text.startsWith('@') ? [''] : []),
    ...(place > 0 && text.startsWith('@') && !texts[place - 1]?.startsWith('@') ? [''] : []),
    ...text.split('\n').flatMap((line) => (isCode(text) ? [line] : wrap(line, indent))),
  ])
  const body = lines.map((line) => `${indent} * ${line}`.trimEnd())
  return `${[`${indent}/**`, ...body, `${indent} */`].join('\n')}\n`
}

const isCode = (text: string) => text.includes('```')

function wrap(text: string, indent: string): string[] {
  const width = lineWidth - indent.length - ' * '.length
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = text.startsWith('@') ? `  ${word}` : word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}
