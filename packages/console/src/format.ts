// Numbers and dates follow the languages of the browser. Words, such as those of "3 min. ago", are
// English.
const locale = navigator.languages

const numbers = new Intl.NumberFormat(locale)
const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
// A day such as 2026-10-12 is the same day everywhere.
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const shortDays = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })

export const formatNumber = (value: number) => numbers.format(value)
export const formatTime = (time: string | number) => times.format(new Date(time))
export const formatDay = (day: string) => days.format(new Date(day))

export const formatShortDay = (seconds: number) => shortDays.format(new Date(seconds * 1_000))

/** A share as a percentage: `12.5%`. */
export const formatShare = (share: number) => `${numbers.format(Math.round(share * 1000) / 10)}%`

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** How long ago a time was, or how long until it: `3 min. ago`. */
export function formatRelativeTime(time: string | number): string {
  const seconds = (new Date(time).getTime() - Date.now()) / 1_000
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
  }
  return 'just now'
}

/** A duration: `4 min 10 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`
  const seconds = Math.floor(milliseconds / 1_000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  if (seconds < 172_800)
    return `${Math.floor(seconds / 3_600)} h ${Math.floor(seconds / 60) % 60} min`
  return `${Math.floor(seconds / 86_400)} days`
}

/** Writes a word of the API for people: `card_required` becomes `Card required`. */
export function formatWord(word: string): string {
  const text = word.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
