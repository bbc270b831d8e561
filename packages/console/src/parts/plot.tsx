import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'

interface PlotProps {
  /** The content of the plot, for screen readers. A table next to it has the numbers. */
  readonly label: string
  /** Days, as `2026-10-12`. */
  readonly days: readonly string[]
  readonly values: readonly number[]
}

const height = 150

/** Values by day as a line. It is drawn again when its width or the colors change. */
export function Plot({ label, days, values }: PlotProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return
    let plot: uPlot | undefined
    const draw = () => {
      plot?.destroy()
      const style = getComputedStyle(element)
      const axis = {
        stroke: style.getPropertyValue('color'),
        grid: { stroke: style.borderTopColor, width: 1 },
        ticks: { show: false },
        font: '12px system-ui, sans-serif',
      }
      const options: uPlot.Options = {
        width: element.clientWidth,
        height,
        legend: { show: false },
        cursor: { show: false },
        axes: [axis, { ...axis, size: 44 }],
        scales: { y: { range: (_plot, _min, max) => [0, max > 0 ? max * 1.1 : 1] } },
        series: [{}, { stroke: style.outlineColor, width: 2, points: { show: false } }],
      }
      const times = days.map((day) => Date.parse(day) / 1_000)
      plot = new uPlot(options, [times, [...values]], element)
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
