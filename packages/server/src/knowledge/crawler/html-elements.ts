/** Elements that no visitor reads, or that every page of a site repeats. */
export const skippedElements: ReadonlySet<string> = new Set([
  'audio',
  'canvas',
  'datalist',
  'embed',
  'iframe',
  'math',
  'nav',
  'noembed',
  'noframes',
  'noscript',
  'object',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
  'video',
])

/** Roles (WAI-ARIA 1.2) of what {@link skippedElements} would be if it had its own element. */
export const skippedRoles: ReadonlySet<string> = new Set([
  'alertdialog',
  'banner',
  'contentinfo',
  'dialog',
  'menu',
  'menubar',
  'navigation',
  'search',
])

/** Inside of these a `header` or `footer` belongs to the content (HTML-AAM 1.0, section 4.1). */
export const contentElements: ReadonlySet<string> = new Set(['article', 'aside', 'main', 'section'])

export const headingElements: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** Each begins a line of its own, and a new paragraph does not. */
export const lineElements: ReadonlySet<string> = new Set(['caption', 'dd', 'dt', 'li', 'tr'])

/** Each begins a paragraph. */
export const paragraphElements: ReadonlySet<string> = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'body',
  'center',
  'details',
  'dialog',
  'div',
  'dl',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'header',
  'hgroup',
  'hr',
  'legend',
  'main',
  'menu',
  'ol',
  'p',
  'pre',
  'search',
  'section',
  'summary',
  'table',
  'ul',
])

/** Lists, whose items stay together. */
export const listElements: ReadonlySet<string> = new Set(['dl', 'menu', 'ol', 'ul'])

/** Stand side by side in a row of a table. */
export const cellElements: ReadonlySet<string> = new Set(['td', 'th'])
