/** Records the listeners on the page that are not removed, the shifts of its layout, and its names. */
export const watchPage = `
  globalThis.watched = { listeners: [], shift: 0 }
  for (const target of [window, document, window.visualViewport, window.navigation]) {
    const { addEventListener: add, removeEventListener: remove } = target
    target.addEventListener = function (type, listener, options) {
      watched.listeners.push({ target, type, listener })
      return add.call(this, type, listener, options)
    }
    target.removeEventListener = function (type, listener, options) {
      watched.listeners = watched.listeners.filter((one) => one.target !== target || one.type !== type || one.listener !== listener)
      return remove.call(this, type, listener, options)
    }
  }
  watched.names = Object.getOwnPropertyNames(globalThis)
  new PerformanceObserver((list) => {
    const isOfPage = ({ node }) => node?.isConnected && node.getRootNode() === document
    for (const { sources } of list.getEntries()) if (sources.some(isOfPage)) watched.shift += 1
  })
    .observe({ type: 'layout-shift', buffered: true })`

/** The types of the listeners that are on the page. */
export const listeners = '[...new Set(watched.listeners.map(({ type }) => type))].sort()'
