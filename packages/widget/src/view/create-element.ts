type Attribute = string | number | boolean | null | undefined | ((event: Event) => void)
type Child = Node | string | null | undefined

/**
 * Creates an element. A function such as `onclick` becomes a listener of the event `click`. `false`,
 * null and undefined leave an attribute out.
 */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key.slice(2), value)
    else if (value !== undefined && value !== null && value !== false) {
      element.setAttribute(key, value === true ? '' : String(value))
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined))
  return element
}

export function setAttribute(element: Element, name: string, value: string | boolean | null): void {
  if (value === null || value === false) element.removeAttribute(name)
  else if (element.getAttribute(name) !== value) {
    element.setAttribute(name, value === true ? '' : value)
  }
}

/** Sets the text of an element if it differs. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}
