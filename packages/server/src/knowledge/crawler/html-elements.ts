/** Elements whose text is of no use for an answer, or that every page of a site repeats. */
export const skippedElements = setOf(
  'audio canvas datalist embed iframe math nav noembed noframes noscript object script select style',
  'svg template textarea video',
)

/** WAI-ARIA 1.2 roles of elements that are skipped like {@link skippedElements}. */
export const skippedRoles = setOf(
  'alertdialog banner contentinfo dialog menu menubar navigation search',
)

/** Inside these elements, a `header` or `footer` belongs to the content (HTML-AAM 1.0, section 4.1). */
export const contentElements = setOf('article aside main section')

export const headingElements = setOf('h1 h2 h3 h4 h5 h6')

/** Each of these begins a new line, but no new paragraph. */
export const lineElements = setOf('caption dd dt li tr')

/** Each of these begins a new paragraph. */
export const paragraphElements = setOf(
  'address article aside blockquote body center details dialog div dl fieldset figcaption figure',
  'footer form header hgroup hr legend main menu ol p pre search section summary table ul',
)

/** Lists. No blank lines separate their items. */
export const listElements = setOf('dl menu ol ul')

export const cellElements = setOf('td th')

function setOf(...names: string[]): ReadonlySet<string> {
  return new Set(names.join(' ').split(' '))
}
