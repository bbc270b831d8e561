import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { formatShortDay } from '../format.ts'

interface PlotProps {
  /** The content of the plot, for screen readers. A table next to it has the numbers. */
  readonly label: string
  /** Days, as `2026-10-12`. */
  readonly days: readonly string[]
  readonly values: readonly number[]
  readonly format: (value: number) => string
  /** The smallest distance between two marks of the scale, such as 1 for counts. */
  readonly step: number
}

/** The line of a plot ends with dashes, because its last day may not be over. */
const dash = [3, 4]

/** The possible distances between two marks of a scale: 0.001, 0.002, 0.005, 0.01 and so on. */
const steps = Array.from({ length: 10 }, (_, power) =>
  [1, 2, 5].map((factor) => (factor * 10 ** power) / 1_000),
).flat()

/** Values by day as a line. It is drawn again when its width or the colors change. */
export function Plot({ label, days, values, format, step }: PlotProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return
    let plot: uPlot | undefined
    const draw = () => {
      plot?.destroy()
      // The style sheet sets the colors of the plot as the text, border and outline colors of the element.
      const style = getComputedStyle(element)
      const axis = {
        stroke: style.getPropertyValue('color'),
        grid: { stroke: style.borderTopColor, width: 1 },
        ticks: { show: false },
        font: '12px system-ui, sans-serif',
      }
      const line = { stroke: style.outlineColor, width: 2, points: { show: false } }
      const options: uPlot.Options = {
        width: element.clientWidth,
        height: 150,
        legend: { show: false },
        cursor: { show: false },
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
        axes: [
          { ...axis, size: 30, values: (_plot, times) => times.map(formatShortDay) },
          {
            ...axis,
            size: 44,
            incrs: steps.filter((one) => one >= step),
            values: (_plot, marks) => marks.map(format),
          },
        ],
        scales: { y: { range: (_plot, _min, max) => [0, max > 0 ? max * 1.1 : 1] } },
        series: [{}, line, { ...line, dash }],
      }
      const times = days.map((day) => Date.parse(day) / 1_000)
      const last = values.length - 1
      const finished = values.map((value, nth) => (nth < last ? value : null))
      const current = values.map((value, nth) => (nth < last - 1 ? null : value))
      plot = new uPlot(options, [times, finished, current], element)
    }
    const observer = new ResizeObserver(draw)
    observer.observe(element)
    const colors = matchMedia('(prefers-color-scheme: dark)')
    colors.addEventListener('change', draw)
    return () => {
      observer.disconnect()
      colors.removeEventListener('change', draw)
      plot?.destroy()
    }
  }, [days, values])
  return <div class="plot" role="img" aria-label={label} ref={place} />
}
