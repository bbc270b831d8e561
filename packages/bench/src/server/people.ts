/** A contact to begin with; the same place gives the same person. */
export function personAt(place: number) {
  return {
    email: `person.${place}@example.com`,
    first_name: `First ${place}`,
    last_name: `Last ${place}`,
    company: `Company ${place % 500}`,
    attributes: { plan: 'pro', seats: place % 50, trial: false },
  }
}

/** How many contacts there are when nothing else is measured. */
export const peopleCount = 5_000
