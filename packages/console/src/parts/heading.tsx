import type { ComponentChildren } from 'preact'

export interface HeadingProps {
  readonly title: ComponentChildren
  /** The screen that this one is a part of. */
  readonly parent?: { readonly href: string; readonly title: string } | undefined
  readonly children?: ComponentChildren
}

/** The heading of a screen, with the actions of the screen. */
export function Heading({ title, parent, children }: HeadingProps) {
  return (
    <div class="heading">
      {parent && (
        <p class="parent">
          <a href={parent.href}>← {parent.title}</a>
        </p>
      )}
      <h1>{title}</h1>
      {children && <div class="actions">{children}</div>}
    </div>
  )
}
