import { createElement } from './create-element.ts'
import { guardLink, plainOrder, safeAddress } from './safe-link.ts'

/** A block of text, in a subset of Markdown. */
interface Block {
  readonly kind: 'p' | 'ul' | 'ol' | 'pre' | 'blockquote' | 'h4'
  readonly lines: string[]
}

const fence = /^\s{0,3}```/
/** The marks that begin a line of each kind. */
const marks: readonly (readonly [Block['kind'], RegExp])[] = [
  ['ul', /^\s{0,6}[-*+•]\s+(?=\S)/],
  ['ol', /^\s{0,6}\d{1,9}[.)]\s+(?=\S)/],
  ['blockquote', /^\s{0,3}>\s?/],
  ['h4', /^\s{0,3}#{1,6}\s+(?=\S)/],
]

/** Splits a text into blocks, in linear time. */
export function readBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let isEnded = true
  for (const line of text.split(/\r?\n/)) {
    const current: Block | undefined = isEnded ? undefined : blocks.at(-1)
    const isFence = fence.test(line)
    if (current?.kind === 'pre') {
      if (isFence) isEnded = true
      else current.lines.push(line)
    } else if (isFence) {
      isEnded = false
      blocks.push({ kind: 'pre', lines: [] })
    } else if (line.trim() === '') {
      // A blank line between the items of a list does not end it.
      isEnded = current?.kind !== 'ul' && current?.kind !== 'ol'
    } else {
      const [kind, mark = ''] = marks.find(([, mark]) => mark.test(line)) ?? ['p']
      const rest = line.replace(mark, '')
      isEnded = kind === 'h4'
      if (current?.kind === kind) current.lines.push(rest)
      else blocks.push({ kind, lines: [rest] })
    }
  }
  return blocks
}

// Each part has a maximum length, so that the match takes linear time.
const inline =
  /`([^`\n]{1,1000})`|\*\*([^\n]{1,1000}?)\*\*|(?<![\w*])[*_]([^*_\s][^*_\n]{0,500})[*_](?!\w)|\[([^\][\n]{1,300})\]\(([^\s()]{1,2000})\)|(https?:\/\/[^\s<>"`]{1,2000})/g

/** An address without the punctuation of the sentence around it. */
function withoutEnd(address: string): string {
  let length = address.length
  while (length > 0 && ".,;:!?)]}'*_…".includes(address.charAt(length - 1))) length -= 1
  return address.slice(0, length)
}

/** Appends text with emphasis, code and links. */
function appendInline(parent: Element, text: string): void {
  let end = 0
  for (const match of text.matchAll(inline)) {
    const [whole, code, strong, emphasis, label, target, address] = match
    parent.append(text.slice(end, match.index))
    end = match.index + whole.length
    if (code !== undefined) parent.append(createElement('code', {}, code))
    else if (strong !== undefined) appendInline(append(parent, 'strong'), strong)
    else if (emphasis !== undefined) appendInline(append(parent, 'em'), emphasis)
    else if (address !== undefined) {
      const bare = withoutEnd(address)
      appendLink(parent, bare, bare)
      parent.append(address.slice(bare.length))
    } else appendLink(parent, label ?? '', target ?? '')
  }
  parent.append(text.slice(end))
}

const append = (parent: Element, name: 'strong' | 'em' | 'li') =>
  parent.appendChild(createElement(name))

function appendLink(parent: Element, label: string, target: string): void {
  const href = safeAddress(target)
  if (href === null) {
    parent.append(label)
    return
  }
  const link = createElement('a', { dir: 'auto' }, label)
  guardLink(link, href)
  // A label that looks like an address must not hide a different one.
  if (label !== target) link.title = href
  parent.append(link)
}

function drawBlock({ kind, lines }: Block): Element {
  const element = createElement(kind, { dir: 'auto' })
  if (kind === 'pre') element.append(createElement('code', {}, lines.join('\n')))
  else if (kind === 'ul' || kind === 'ol') {
    for (const line of lines) appendInline(append(element, 'li'), line)
  } else appendInline(element, lines.join('\n'))
  return element
}

/** Shows a growing text: only the changed blocks are drawn again. */
export function createMarkdown(parent: Element): (text: string) => void {
  let drawn: { readonly source: string; readonly element: Element }[] = []
  return (text) => {
    const blocks = readBlocks(plainOrder(text))
    const next = blocks.map((block, at) => {
      const source = block.kind + block.lines.join('\n')
      const known = drawn[at]
      if (known?.source === source) return known
      const element = drawBlock(block)
      if (known) known.element.replaceWith(element)
      else parent.append(element)
      return { source, element }
    })
    for (const { element } of drawn.slice(next.length)) element.remove()
    drawn = next
  }
}
