import { createElement } from './create-element.ts'
import { guardLink, safeAddress } from './safe-link.ts'

/** The elements that are shown. Of an element in neither list, only the content is shown. */
const shown = new Set(
  'a b blockquote br code em h3 h4 h5 h6 hr i li ol p pre s small strong sub sup table tbody td th thead tr u ul'.split(
    ' ',
  ),
)

/** The elements that are removed together with their content. */
const dropped = new Set(
  'head iframe math noscript object script select style svg template textarea title'.split(' '),
)

const mostNodes = 2_000

/** One policy, because a page with a list of `trusted-types` refuses a second one of the same name. */
let policy: { createHTML(html: string): string } | undefined

/**
 * Shows HTML that the workspace wrote. The HTML is parsed in a separate document, which runs no scripts
 * and loads nothing. Then it is rebuilt from known elements. Of the attributes, only the safe addresses
 * of links are copied.
 */
export function appendSafeHtml(parent: Element, html: string): void {
  let left = mostNodes
  const copy = (from: Node, to: Element) => {
    for (const node of from.childNodes) {
      left -= 1
      if (left < 0) return
      if (node instanceof Text) to.append(node.data)
      if (!(node instanceof Element)) continue
      const name = node.localName
      if (dropped.has(name)) continue
      if (!shown.has(name)) {
        copy(node, to)
        continue
      }
      const element = createElement(name as 'a')
      const href = name === 'a' ? safeAddress(node.getAttribute('href') ?? '', location.href) : null
      if (href !== null) guardLink(element, href)
      to.append(element)
      copy(node, element)
    }
  }
  copy(parse(html), parent)
}

/**
 * A page that requires trusted types accepts HTML only from a policy. If the page does not allow the
 * policy, the HTML is shown as text, without its tags.
 */
function parse(html: string): Node {
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy(name: string, rules: object): NonNullable<typeof policy> }
  }
  const parser = new DOMParser()
  try {
    policy ??= trustedTypes?.createPolicy('doorkit-html', { createHTML: (own: string) => own })
    return parser.parseFromString(policy ? policy.createHTML(html) : html, 'text/html').body
  } catch {
    return createElement('p', {}, html.replace(/<[^>]{0,1000}>/g, ' '))
  }
}
