/** What a package says of the fees it waits for, by what its permit owes. Source: domain.md 1.9. */
export const feesOfPackage = (balance: number) => ({ feeDue: Math.max(0, balance), feeReady: balance <= 0 })
