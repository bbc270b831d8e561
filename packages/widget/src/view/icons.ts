const namespace = 'http://www.w3.org/2000/svg'

/** The paths of the icons, on a square of 24 by 24. */
const paths = {
  chat: 'M12 4c4.7 0 8.5 3.2 8.5 7.3s-3.8 7.3-8.5 7.3c-1 0-2-.15-2.9-.42L4.6 20l1.3-3.6c-1.5-1.3-2.4-3.1-2.4-5.1C3.5 7.2 7.3 4 12 4Z',
  down: 'm6 9.5 6 6 6-6',
  close: 'm6.5 6.5 11 11m0-11-11 11',
  send: 'M12 19V5m-6 6 6-6 6 6',
  stop: 'M8 8h8v8H8Z',
  person: 'M12 12a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5Zm-7 7.5c.8-3.2 3.6-5 7-5s6.2 1.8 7 5',
  calendar: 'M5 6h14v13H5Zm0 4.5h14M8.5 4v3.5m7-3.5v3.5',
  retry: 'M5 5v4.5h4.5M5.3 13.5A7 7 0 1 0 7 7.2L5 9.2',
} as const

export type IconName = keyof typeof paths

/** Draws an icon, which screen readers ignore. */
export function createIcon(name: IconName): SVGSVGElement {
  const icon = document.createElementNS(namespace, 'svg')
  icon.setAttribute('viewBox', '0 0 24 24')
  icon.setAttribute('aria-hidden', 'true')
  icon.classList.add('icon', `icon-${name}`)
  const path = document.createElementNS(namespace, 'path')
  path.setAttribute('d', paths[name])
  icon.append(path)
  return icon
}
