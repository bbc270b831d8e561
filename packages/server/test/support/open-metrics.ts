/** A metric family, as a strict reader of OpenMetrics 1.0 reads it. */
export interface ReadFamily {
  readonly type: string
  readonly unit: string | undefined
  readonly help: string
  readonly samples: ReadSample[]
}

interface ReadSample {
  readonly suffix: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const suffixes: Readonly<Record<string, readonly string[]>> = {
  counter: ['_total'],
  gauge: [''],
  histogram: ['_bucket', '_count', '_sum'],
}

const nameText = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const quoted = '"((?:[^"\\\\\\n]|\\\\[\\\\"n])*)"'
const metadata = new RegExp(`^# (TYPE|UNIT|HELP) (${nameText}) (.*)$`)
const sampleLine = new RegExp(`^(${nameText})(?:\\{(.*)\\})? (-?\\d+(?:\\.\\d+)?(?:e-?\\d+)?)$`)
const labelStart = new RegExp(`^([a-zA-Z_][a-zA-Z0-9_]*)=${quoted}(?:,(?=.)|$)`)

const unescaped = (text: string) =>
  text.replace(/\\(.)/g, (_all, character) => (character === 'n' ? '\n' : character))

/**
 * Reads OpenMetrics text, with only the parts of the format that the kit uses.
 *
 * @throws Error for text that breaks the format.
 */
export function readOpenMetrics(text: string): ReadonlyMap<string, ReadFamily> {
  const lines = text.split('\n')
  check(lines.pop() === '' && lines.pop() === '# EOF', 'The text does not end with # EOF.')
  const families = new Map<string, ReadFamily>()
  let known: { TYPE?: string; UNIT?: string; HELP?: string } = {}
  let current = ''
  for (const line of lines) {
    const [, kind, name = '', value = ''] = metadata.exec(line) ?? []
    if (kind) {
      if (name !== current) {
        check(!families.has(name), `${name} is declared twice.`)
        current = name
        known = {}
      }
      check(!families.has(name), `${line} follows samples.`)
      check(!(kind in known), `${line} is repeated.`)
      known = { ...known, [kind]: value }
      continue
    }
    const [, full = '', labelText, number] = sampleLine.exec(line) ?? []
    check(full.startsWith(current) && current !== '', `${line} belongs to no family.`)
    const { TYPE: type = '', UNIT: unit, HELP: help } = known
    const family = families.get(current) ?? {
      type,
      unit,
      help: unescaped(help ?? ''),
      samples: [],
    }
    families.set(current, family)
    check(family.help !== '', `${current} has no help.`)
    check(unit === undefined || current.endsWith(`_${unit}`), `${current} lacks its unit.`)
    check(!current.endsWith('_total'), `The family ${current} has a suffix.`)
    const suffix = full.slice(current.length)
    check(suffixes[type]?.includes(suffix) === true, `${line} does not fit a ${type}.`)
    family.samples.push({ suffix, labels: readLabels(labelText), value: Number(number) })
  }
  for (const [name, family] of families) checkFamily(name, family)
  return families
}

function readLabels(text: string | undefined): Record<string, string> {
  const labels: Record<string, string> = {}
  let rest = text ?? ''
  while (rest !== '') {
    const [all = '', name = '', value = ''] = labelStart.exec(rest) ?? []
    check(all !== '' && !(name in labels), `The labels ${text} are invalid.`)
    labels[name] = unescaped(value)
    rest = rest.slice(all.length)
  }
  return labels
}

function checkFamily(name: string, { type, samples }: ReadFamily): void {
  const ids = samples.map(({ suffix, labels }) => JSON.stringify([suffix, labels]))
  check(new Set(ids).size === ids.length, `${name} has a series twice.`)
  if (type !== 'gauge') {
    check(
      samples.every(({ value }) => value >= 0),
      `${name} has a negative count.`,
    )
  }
  if (type !== 'histogram') return
  const seriesOf = ({ labels: { le: _le, ...own } }: ReadSample) => JSON.stringify(own)
  for (const series of new Set(samples.map(seriesOf))) {
    const own = samples.filter((sample) => seriesOf(sample) === series)
    const buckets = own.filter(({ suffix }) => suffix === '_bucket')
    const bounds = buckets.map(({ labels: { le = '' } }) => le)
    check(bounds.at(-1) === '+Inf', `${name} lacks the bucket +Inf.`)
    const numbers = bounds.slice(0, -1)
    check(
      numbers.every((bound) => /^\d+\.\d+$/.test(bound)),
      `${name} has an invalid bound.`,
    )
    check(isRising(numbers.map(Number), true), `The bounds of ${name} do not rise.`)
    const counts = buckets.map(({ value }) => value)
    check(isRising(counts, false), `The buckets of ${name} fall.`)
    const [count] = own.filter(({ suffix }) => suffix === '_count')
    check(count?.value === counts.at(-1), `${name} has a count that differs from its last bucket.`)
    check(own.filter(({ suffix }) => suffix === '_sum').length === 1, `${name} has no sum.`)
  }
}

const isRising = (numbers: readonly number[], strictly: boolean) =>
  numbers.every((number, at) => {
    const before = numbers[at - 1] ?? Number.NEGATIVE_INFINITY
    return strictly ? number > before : number >= before
  })

function check(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new Error(problem)
}
