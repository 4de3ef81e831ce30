import { z } from 'zod'

/** A DNS result: the records of a name, or the error code. */
export const DnsAnswer = z.union([
  z.object({ records: z.custom<string[] | string[][]>(Array.isArray) }),
  z.object({ code: z.string() }),
])
export type DnsAnswer = z.infer<typeof DnsAnswer>

export const Signatures = z.object({
  /** Names whose TXT records are still needed. */
  wanted: z.array(z.string()),
  /** Addresses of the signed From header. */
  from: z.array(z.string()),
  fromFields: z.number(),
  results: z.array(z.object({ domain: z.string(), result: z.string(), underSized: z.number().optional() })),
  arc: z.string(),
})
export type Signatures = z.infer<typeof Signatures>

/**
 * Verifies the DKIM signatures and the ARC chain of a message with the known TXT records; `wanted` lists the
 * missing ones. It makes no lookups itself, so that it can run in the limited process. Its package is loaded
 * with the first call, because the server only needs the shapes above.
 */
export async function verifySignatures(
  raw: Buffer,
  responses: Readonly<Record<string, DnsAnswer>>,
): Promise<Signatures> {
  const { arc, dkimVerify } = await import('mailauth')
  const wanted = new Set<string>()
  const resolver = async (name: string): Promise<string[] | string[][]> => {
    const response = Object.hasOwn(responses, name) ? responses[name] : undefined
    if (response === undefined) wanted.add(name)
    else if ('records' in response) return response.records
    const code = response !== undefined && 'code' in response ? response.code : 'ENOTFOUND'
    throw Object.assign(new Error(`No record: ${code}`), { code })
  }
  const verified = await dkimVerify(raw, { resolver, rejectRsaSha1: true })
  const { arc: signed } = verified
  const chain =
    signed === undefined || signed.chain === false
      ? undefined
      : await arc({ ...signed, chain: signed.chain }, { resolver })
  return {
    wanted: [...wanted],
    from: verified.headerFrom,
    fromFields: verified.fromFields,
    results: verified.results.map(({ signingDomain = '', status }) => ({
      domain: signingDomain,
      result: status.result,
      ...(typeof status.underSized === 'number' && { underSized: status.underSized }),
    })),
    arc: chain?.status.result ?? 'none',
  }
}
