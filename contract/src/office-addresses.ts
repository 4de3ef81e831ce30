import { z } from 'zod'

/**
 * Why an office address is not active: it belongs to a person, or it is outside the domains of the portal.
 */
export const OfficeAddressFault = z.enum(['person', 'domain'])
export type OfficeAddressFault = z.infer<typeof OfficeAddressFault>

/** Response of `GET /config/addresses`: the stored office addresses, in order. Source: decision 0035. */
export const OfficeAddressStates = z.object({
  addresses: z.array(z.object({ address: z.string(), fault: OfficeAddressFault.nullable() })),
  /** Domains that office addresses may use. */
  domains: z.array(z.string()),
})
export type OfficeAddressStates = z.infer<typeof OfficeAddressStates>
