import type { ChatButton } from '../contract.ts'
import { createElement } from './create-element.ts'
import { plainOrder, safeAddress } from './safe-link.ts'

/** A button of an opening, a greeting or the workspace. */
export interface ShownButton extends Partial<ChatButton> {
  readonly label: string
  readonly message: string
}

export interface ButtonActions {
  readonly send: (message: string) => void
  readonly showHtml: (html: string, label: string) => void
}

/** Creates a row of buttons, which is drawn again only if other buttons are shown. */
export function createChatButtons(actions: ButtonActions) {
  const element = createElement('div', { class: 'chips' })
  let drawn: readonly ShownButton[] = []
  return {
    element,
    update(shown: readonly ShownButton[]): void {
      element.hidden = shown.length === 0
      if (shown.length === drawn.length && shown.every((one, at) => one === drawn[at])) return
      drawn = shown
      element.replaceChildren(...shown.flatMap((one) => createChatButton(one, actions) ?? []))
    },
  }
}

/** Draws a button with its settings. A link with an unsafe address is not drawn. */
function createChatButton(button: ShownButton, { send, showHtml }: ButtonActions) {
  const { behavior = 'send', style = 'outline', size = 'md', corners = 'match' } = button
  const shape = { class: `chip ${style} size-${size} corners-${corners}`, dir: 'auto' }
  const label = plainOrder(button.label)
  const element =
    behavior === 'link'
      ? createLink(button, shape, label)
      : createElement(
          'button',
          {
            ...shape,
            onclick: () =>
              behavior === 'html' ? showHtml(button.html ?? '', label) : send(button.message),
          },
          label,
        )
  if (!element) return null
  if (button.width === 'full') element.classList.add('full')
  const { custom, colors } = button
  const set = (name: string, value: string | null | undefined) => {
    if (value) element.style.setProperty(`--${name}`, value)
  }
  if (style === 'custom') {
    for (const [name, value] of Object.entries(colors ?? {})) set(`button-${name}`, value)
  }
  if (size === 'custom' && custom) {
    set('button-padding', `${custom.paddingY}px ${custom.paddingX}px`)
    set('button-font', `${custom.fontSize}px`)
  }
  if (corners === 'custom' && custom) set('button-radius', `${custom.radius}px`)
  return element
}

function createLink({ link, nofollow }: ShownButton, shape: Record<string, string>, label: string) {
  const href = safeAddress(link ?? '')
  if (href === null) return null
  const isOwn = new URL(href).origin === location.origin
  const rel = ['noopener', ...(nofollow ? ['nofollow'] : [])].join(' ')
  return createElement('a', { ...shape, href, rel, target: isOwn ? null : '_blank' }, label)
}
