import { networkInterfaces } from 'node:os'

/** Whether this machine has ::1. */
export const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
)

/** The options of a test that needs ::1. */
export const withIpv6 = { skip: !hasIpv6 && 'this machine has no ::1, so localhost is one address' }
