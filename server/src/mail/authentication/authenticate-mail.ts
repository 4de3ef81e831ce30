import { setTimeout as wait } from 'node:timers/promises'
import type { MailAuthentication } from '@portal/contract'
import ipaddr from 'ipaddr.js'
import type { MailDeps } from '../deps.ts'
import { domainOf, ownerOf } from '../linking/host-owner.ts'
import type { ParsedMessage } from '../parsing/parse-message.ts'
import { readRelayResults, toResult } from './authentication-results.ts'
import type { ResolveDns } from './dns.ts'
import type { DnsAnswer, Signatures } from './signatures.ts'

/** How a message arrived at the SMTP port. */
export interface Envelope {
  ip: string
  helo: string
  /** Address of MAIL FROM; empty for a bounce. */
  sender: string
}

/** Time limit for all DNS lookups of a message; what is unknown by then is not verified. */
const maxMs = 8_000
/** Limit of DKIM keys looked up per message. */
const maxKeys = 12
const maxRounds = 3
/** Valid keys and policies are shorter. */
const maxRecordLength = 4_096

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'ESERVFAIL'

/** Result for a message that was not checked. */
export function unverified(from: string): MailAuthentication {
  return {
    verdict: 'unverified',
    by: 'portal',
    domain: domainOf(from),
    spf: 'none',
    dkim: 'none',
    dmarc: 'none',
    arc: 'none',
  }
}

/** Whether the IP address is in one of these CIDR blocks. */
export function isWithin(ip: string, blocks: readonly string[]): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  return blocks.some((block) => {
    const [network, prefix] = ipaddr.parseCIDR(block)
    return network.kind() === address.kind() && address.match(network, prefix)
  })
}

/** The DNS lookups of one message: each name once, no long records, none after the time limit. */
function lookupsOf({ resolveDns }: Pick<MailDeps, 'resolveDns'>, ended: AbortSignal): ResolveDns {
  const asked = new Map<string, Promise<string[] | string[][]>>()
  async function ask(name: string, type: string) {
    if (ended.aborted) throw Object.assign(new Error('Time is up'), { code: 'ETIMEOUT' })
    const found = await resolveDns(name, type)
    if (JSON.stringify(found).length > maxRecordLength * 4)
      throw Object.assign(new Error('Too long'), { code: 'EBADRESP' })
    return found
  }
  return (name, type) => {
    const key = `${type} ${name}`
    const response = asked.get(key) ?? ask(name, type)
    asked.set(key, response)
    return response
  }
}

/**
 * Verifies the signatures of a message: parsing runs in the limited process, keys are looked up here with
 * `resolve`.
 */
async function signaturesOf(deps: MailDeps, raw: Buffer, resolve: ResolveDns): Promise<Signatures> {
  const results: Record<string, DnsAnswer> = {}
  for (let round = 1; ; round += 1) {
    const signatures = await deps.mailParser.verifySignatures(raw, results)
    const wanted = signatures.wanted.slice(0, maxKeys)
    if (wanted.length === 0 || round >= maxRounds) return signatures
    await Promise.all(
      wanted.map(async (name) => {
        results[name] = await resolve(name, 'TXT').then(
          (records) => ({ records }),
          (error: unknown) => ({ code: codeOf(error) }),
        )
      }),
    )
  }
}

const noSignatures: Omit<Signatures, 'from' | 'fromFields'> = { wanted: [], results: [], arc: 'none' }

/** The package that checks senders takes 13 MB, so it is loaded with the first message from outside. */
async function verify(
  deps: MailDeps,
  raw: Buffer,
  message: ParsedMessage,
  envelope: Envelope | null,
  resolve: ResolveDns,
): Promise<MailAuthentication> {
  const { dmarc, spf } = await import('mailauth')
  const from = domainOf(message.from.address)
  const has = (name: string) => message.headers.some((header) => header.name.toLowerCase() === name)
  const isSigned = has('dkim-signature') || has('arc-seal')
  const fromFields = message.headers.filter(({ name }) => name.toLowerCase() === 'from').length
  const [signatures, spfResult] = await Promise.all([
    isSigned
      ? signaturesOf(deps, raw, resolve)
      : { ...noSignatures, from: [message.from.address], fromFields },
    envelope === null ? null : spf({ ...envelope, mta: 'portal', resolver: resolve, maxElapsedTime: maxMs }),
  ])
  // The verified sender must be the one that is shown.
  const isShown =
    signatures.fromFields === 1 &&
    fromFields === 1 &&
    signatures.from.length === 1 &&
    domainOf(signatures.from[0] ?? '') === from
  const passed = signatures.results.filter(({ result }) => result === 'pass')
  const spfDomain = spfResult?.status.result === 'pass' ? spfResult.domain : undefined
  const policy = isShown
    ? await dmarc({
        headerFrom: [message.from.address],
        fromFields,
        spfDomains: spfDomain === undefined ? [] : [spfDomain],
        dkimDomains: passed.map(({ domain, underSized }) => ({
          domain,
          ...(underSized !== undefined && { underSized }),
        })),
        resolver: resolve,
      })
    : false
  const dmarcResult = policy === false ? 'none' : toResult(policy.status.result)
  const isAligned = [
    ...passed.map(({ domain }) => domain),
    ...(spfDomain === undefined ? [] : [spfDomain]),
  ].some((domain) => ownerOf(domain) === ownerOf(from))
  const isProven = isShown && (dmarcResult === 'pass' || (dmarcResult !== 'fail' && isAligned))
  const hasFailed = dmarcResult === 'fail' || (spfResult?.status.result === 'fail' && passed.length === 0)
  // A failed lookup of a key is not a failed signature.
  const isSuspect =
    signatures.results.some(({ result }) => result === 'temperror') ||
    spfResult?.status.result === 'temperror'
  return {
    verdict: isProven ? 'verified' : hasFailed && !isSuspect ? 'failed' : 'unverified',
    by: 'portal',
    domain: from,
    spf: toResult(spfResult?.status.result),
    dkim: toResult(passed[0]?.result ?? signatures.results[0]?.result),
    dmarc: dmarcResult,
    arc: toResult(signatures.arc),
  }
}

/**
 * Authenticates the sender of a message from outside: by the trusted relay's result when the message comes
 * from one of its addresses, else by SPF, DKIM and DMARC checked here. Never throws; what cannot be checked
 * is not verified. Source: decision 0033.
 */
export async function authenticateMail(
  deps: MailDeps,
  raw: Buffer,
  message: ParsedMessage,
  envelope: Envelope,
): Promise<MailAuthentication> {
  const relay = deps.environment.trustedMailRelay
  const isRelay = relay !== null && isWithin(envelope.ip, relay.addresses)
  const told = isRelay ? readRelayResults(message.headers, relay.id, message.from.address) : undefined
  if (told !== undefined) return told
  const ending = new AbortController()
  try {
    const verified = verify(deps, raw, message, isRelay ? null : envelope, lookupsOf(deps, ending.signal))
    const late = wait(maxMs, unverified(message.from.address), { signal: ending.signal })
    return await Promise.race([verified, late])
  } catch (error) {
    deps.log.warn({ err: error }, 'mail not verified')
    return unverified(message.from.address)
  } finally {
    ending.abort()
  }
}
