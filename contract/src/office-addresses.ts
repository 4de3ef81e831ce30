import { z } from 'zod'

/**
 * Why an address of the office is not in force: it is a person's own, or it lies outside the portal's
 * domains.
 */
export const OfficeAddressFault = z.enum(['person', 'domain'])
export type OfficeAddressFault = z.infer<typeof OfficeAddressFault>

/**
 * Answer of `GET /config/addresses`: the stored addresses of the office in their order. Source: decision
 * 0035.
 */
export const OfficeAddressStates = z.object({
  addresses: z.array(z.object({ address: z.string(), fault: OfficeAddressFault.nullable() })),
  /** Domains in which office addresses may lie. */
  domains: z.array(z.string()),
})
export type OfficeAddressStates = z.infer<typeof OfficeAddressStates>
