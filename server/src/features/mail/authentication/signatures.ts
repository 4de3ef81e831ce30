import { arc, dkimVerify } from 'mailauth'
import { z } from 'zod'

/** What was found out about a name: its records, or the code of the error. */
export const DnsAnswer = z.union([
  z.object({ records: z.custom<string[] | string[][]>(Array.isArray) }),
  z.object({ code: z.string() }),
])
export type DnsAnswer = z.infer<typeof DnsAnswer>

export const Signatures = z.object({
  /** Names whose TXT records are needed and are not among the answers. */
  wanted: z.array(z.string()),
  /** Addresses of the From header as they are signed. */
  from: z.array(z.string()),
  fromFields: z.number(),
  results: z.array(z.object({ domain: z.string(), result: z.string(), underSized: z.number().optional() })),
  arc: z.string(),
})
export type Signatures = z.infer<typeof Signatures>

/**
 * Verifies the DKIM signatures and the ARC chain of a message with the TXT records that are known already;
 * `wanted` names those that are missing. It asks nobody by itself, so that it can run in a process with
 * limits.
 */
export async function verifySignatures(
  raw: Buffer,
  answers: Readonly<Record<string, DnsAnswer>>,
): Promise<Signatures> {
  const wanted = new Set<string>()
  const resolver = async (name: string): Promise<string[] | string[][]> => {
    const answer = Object.hasOwn(answers, name) ? answers[name] : undefined
    if (answer === undefined) wanted.add(name)
    else if ('records' in answer) return answer.records
    const code = answer !== undefined && 'code' in answer ? answer.code : 'ENOTFOUND'
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
