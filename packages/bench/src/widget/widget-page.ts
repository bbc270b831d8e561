import type { startChromium } from '@doorkit/tests/chromium'

type Chromium = Awaited<ReturnType<typeof startChromium>>

/** A script that a page can add: the widget, or a button that opens a window with only a text field. */
export type Script = 'widget' | 'bare'

/** A page of a website, to which the widget can be added. */
export type WidgetPage = Awaited<ReturnType<typeof openPage>>

/** Opens a page, and counts the processor time of its main thread from then on. */
export async function openPage(chromium: Chromium, url: string) {
  const page = await chromium.openPage(url, { width: 1_280, height: 800 })
  // While these domains are enabled, the browser records the stack of each request.
  for (const domain of ['Network', 'Runtime', 'Log']) await page.call(`${domain}.disable`)
  // This measures processor time and not the clock, so that other programs do not count.
  await page.call('Performance.enable', { timeDomain: 'threadTicks' })
  const metrics = async () => {
    const { metrics } = (await page.call('Performance.getMetrics')) as {
      metrics: readonly { readonly name: string; readonly value: number }[]
    }
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
  }
  /** Waits until an expression is true. */
  async function until(expression: string): Promise<void> {
    for (let wait = 0; wait < 600; wait += 1) {
      if (await page.run(`Boolean(${expression})`)) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`This never became true: ${expression}`)
  }
  await until(`typeof add === 'function'`)
  return {
    ...page,
    until,
    /** The milliseconds of processor time of all tasks since the page was opened. */
    threadMs: async () => ((await metrics()).TaskDuration ?? 0) * 1_000,
    /** The megabytes of the heap and the number of nodes, after a garbage collection. */
    async memory(): Promise<[number, number]> {
      await page.call('HeapProfiler.collectGarbage')
      const { JSHeapUsedSize = 0, Nodes = 0 } = await metrics()
      return [JSHeapUsedSize / 1_048_576, Nodes]
    },
    /** Adds the script tag, and waits until the button is visible. */
    async add(script: Script): Promise<void> {
      await page.run(`add('${script}')`)
      await until(`shadow()?.querySelector('.launcher')?.checkVisibility()`)
    },
    /** Clicks the button, and waits until the chat is painted. */
    async open(): Promise<void> {
      await page.run(`new Promise((done) => {
        shadow().querySelector('.launcher').click()
        requestAnimationFrame(() => setTimeout(done))
      })`)
    },
    /** Waits until the panel is open and nothing moves. */
    settle: () =>
      until(`shadow().querySelector('.panel')?.open && shadow().getAnimations().length === 0`),
    async say(text: string): Promise<void> {
      await page.run(`shadow().querySelector('textarea').focus()`)
      await page.insert(text)
      await page.press('Enter')
    },
  }
}
