/**
 * A script that adds a button, which opens a window with only a text field: the least that a chat widget
 * can do. Its figures are the costs of the browser itself.
 */
export const bareScript = `(async () => {
  await fetch('/')
  const host = document.createElement('doorkit-chat')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(':is(.launcher, .panel) { position: fixed; inset: auto 20px 20px auto; width: 56px; height: 56px } .panel { width: 392px; height: 660px; transition: opacity .18s, transform .24s } @starting-style { .panel[open] { opacity: 0; transform: translateY(12px) } }')
  root.adoptedStyleSheets = [sheet]
  const launcher = document.createElement('button')
  const panel = document.createElement('dialog')
  const field = document.createElement('textarea')
  launcher.className = 'launcher'
  panel.className = 'panel'
  panel.append(field)
  root.append(launcher, panel)
  launcher.onclick = () => {
    panel.show()
    field.focus()
  }
  document.body.append(host)
})()`
