/** The fee fields of a package, from the balance of its permit. Source: domain.md 1.9. */
export const feesOfPackage = (balance: number) => ({ feeDue: Math.max(0, balance), feeReady: balance <= 0 })
