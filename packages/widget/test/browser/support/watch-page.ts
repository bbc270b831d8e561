/**
 * Records the listeners on the page that are not removed, the timers that are not over, the shifts of
 * its layout, and the names of its globals.
 */
export const watchPage = `
  globalThis.watched = { listeners: [], timers: new Set(), shift: 0 }
  for (const [start, stop] of [['setTimeout', 'clearTimeout'], ['setInterval', 'clearInterval'], ['requestAnimationFrame', 'cancelAnimationFrame']]) {
    const { [start]: begin, [stop]: end } = window
    window[start] = (work, ...more) => {
      const id = begin((...given) => {
        if (start !== 'setInterval') watched.timers.delete(start + id)
        work(...given)
      }, ...more)
      watched.timers.add(start + id)
      return id
    }
    window[stop] = (id) => {
      watched.timers.delete(start + id)
      end(id)
    }
  }
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
