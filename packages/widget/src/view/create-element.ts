type Attribute = string | number | true | null | ((event: Event) => void)

/**
 * Creates an element. An attribute such as `onclick`, whose value is a function, becomes a listener of
 * the event `click`. Null leaves an attribute out.
 */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key.slice(2), value)
    else if (value !== null) element.setAttribute(key, value === true ? '' : String(value))
  }
  element.append(...children)
  return element
}

export function setAttribute(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}

/** Sets a text only if it differs, because screen readers would announce the same text again. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}
