/** What one holder takes of a bounded amount. */
export interface Share {
  /** Takes more; false where the owner or the process has no more left. */
  take(amount: number): boolean
  /** What it has taken. */
  taken(): number
  /** Gives it all back. */
  close(): void
}

/** Makes what divides an amount among owners, in this process. */
export function createShares({ perOwner, perProcess }: { perOwner: number; perProcess: number }) {
  const owners = new Map<string, number>()
  let all = 0
  return {
    open(owner: string): Share {
      let own = 0
      const add = (amount: number) => {
        const left = (owners.get(owner) ?? 0) + amount
        if (left === 0) owners.delete(owner)
        else owners.set(owner, left)
        own += amount
        all += amount
      }
      return {
        take(amount) {
          if ((owners.get(owner) ?? 0) + amount > perOwner || all + amount > perProcess)
            return false
          add(amount)
          return true
        },
        taken: () => own,
        close: () => add(-own),
      }
    },
  }
}
