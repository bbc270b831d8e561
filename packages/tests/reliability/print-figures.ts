import type { Figures } from './campaign.ts'

/** The figures of a campaign in one line. */
export function printFigures(name: string, of: Figures): string {
  const number = (value: number) => value.toLocaleString('en')
  const more = Object.entries(of.figures).map(([figure, value]) => `${number(value)} ${figure}`)
  const facts = [
    `${number(of.cases)} cases`,
    `${number(of.failed)} failures`,
    `${number(of.rounds)} rounds in ${of.seconds} s from seed ${of.seed}`,
    ...more,
  ]
  return `${name.padEnd(14)} ${facts.join(', ')}`
}
