const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** A person's shifts in a week, one letter for each day: early, late, leave, not filled, or none. */
const people = [
  ['Ada', 'ee-llv'],
  ['Bruno', 'll-ee-'],
  ['Chiara', '-eel-l'],
  ['Dina', 'e-lo-e'],
  ['Emil', 'lvv-el'],
] as const

const shifts: Readonly<Record<string, readonly [kind: string, text: string]>> = {
  e: ['early', '8 – 14'],
  l: ['late', '14 – 20'],
  v: ['leave', 'Leave'],
  o: ['open', 'Open'],
}

const cell = (letter: string) => {
  const [kind, text] = shifts[letter] ?? []
  return kind ? `<td><span class="shift ${kind}">${text}</span></td>` : '<td></td>'
}

/** A picture of the product: the plan for a week. */
export const weekPlan = `
<figure class="week" aria-label="A plan of shifts for a week">
<figcaption><b>Week 49</b><span>Harbour Street</span><i>Published</i></figcaption>
<table>
<thead><tr><td></td>${days.map((day) => `<th scope="col">${day}</th>`).join('')}</tr></thead>
<tbody>${people
  .map(
    ([name, letters]) => `<tr><th scope="row">${name}</th>${[...letters].map(cell).join('')}</tr>`,
  )
  .join('\n')}</tbody>
</table>
</figure>`
