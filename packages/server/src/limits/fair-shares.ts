/** A share of a bounded amount. An owner can have several. */
export interface Share {
  /** Takes `amount` more; returns false if that would exceed the limit of the owner or of the process. */
  take(amount: number): boolean
  taken(): number
  /** Returns everything that the share has taken. */
  close(): void
}

/** Divides a bounded amount among owners, within this process. */
export function createShares({ perOwner, perProcess }: { perOwner: number; perProcess: number }) {
  const owners = new Map<string, number>()
  let all = 0
  return {
    open(owner: string): Share {
      let own = 0
      const add = (amount: number) => {
        const ofOwner = (owners.get(owner) ?? 0) + amount
        if (ofOwner === 0) owners.delete(owner)
        else owners.set(owner, ofOwner)
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
