import { readdir, readFile } from 'node:fs/promises'

/** A question of a visitor, and the fact that its answer must contain. */
export interface Question {
  readonly kind: string
  readonly company: string
  /** The visitor's messages, in order. Only the answer to the last one is measured. */
  readonly messages: readonly string[]
  /** Words that the right passage and a good answer contain; null if the documents have no answer. */
  readonly fact: string | null
}

const here = new URL('./', import.meta.url)

/**
 * Reads the questions of one half. The half `held-back` is for the final measurement: nobody tunes the
 * search on it.
 */
export async function readQuestions(half: 'open' | 'held-back'): Promise<Question[]> {
  const text = await readFile(new URL('questions.txt', here), 'utf8')
  const lines = text.split('\n').filter((line) => line !== '')
  return lines
    .filter((_, at) => at % 2 === (half === 'open' ? 0 : 1))
    .map((line) => {
      const [kind = '', , company = '', asked = '', fact = ''] = line.split(' | ')
      const messages = asked.split(' >> ')
      return { kind, company, messages, fact: fact === '-' ? null : fact }
    })
}

/** Reads the documents of every company, as they are sent to the API. */
export async function readDocuments() {
  const folder = new URL('documents/', here)
  const companies = new Map<string, { name: string; content: string }[]>()
  for (const company of (await readdir(folder)).sort()) {
    const files = (await readdir(new URL(`${company}/`, folder))).sort()
    const documents = files.map(async (file) => ({
      name: file.replace(/\.\w+$/, ''),
      content: await readFile(new URL(`${company}/${file}`, folder), 'utf8'),
    }))
    companies.set(company, await Promise.all(documents))
  }
  return companies
}

/** Removes emphasis, and differences of case and white space, so that a fact is found in the text. */
export function plainText(text: string): string {
  return text.replace(/[*_`]/g, '').replace(/\s+/g, ' ').toLowerCase()
}
