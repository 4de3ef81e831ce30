import { mailAuthResults } from '@portal/contract'
import type { MailAuthResult, MailAuthentication } from '@portal/contract'
import { domainOf, ownerOf } from '../linking/host-owner.ts'

interface Header {
  name: string
  value: string
}

const maxReadLength = 4_096

export const toResult = (word: string | undefined): MailAuthResult =>
  mailAuthResults.find((mailAuthResult) => mailAuthResult === word?.toLowerCase()) ?? 'none'

/** The header without its comments, which may be nested. */
function withoutComments(value: string): string {
  let depth = 0
  let text = ''
  for (const character of value.slice(0, maxReadLength)) {
    if (character === '(') depth += 1
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0) text += character
  }
  return text
}

/**
 * A method of an Authentication-Results header with its properties, such as `header.from`. Source: RFC 8601
 * 2.2.
 */
interface Method {
  name: string
  result: string
  properties: ReadonlyMap<string, string>
}

function methodsOf(parts: readonly string[]): Method[] {
  return parts.flatMap((part) => {
    const words = part.trim().split(/\s+/)
    const pairs = words.map((word): [string, string] => {
      const at = word.indexOf('=')
      return at === -1
        ? ['', '']
        : [
            word.slice(0, at).toLowerCase(),
            word
              .slice(at + 1)
              .replaceAll('"', '')
              .toLowerCase(),
          ]
    })
    const [first] = pairs
    return first === undefined || first[0] === ''
      ? []
      : [{ name: first[0], result: first[1], properties: new Map(pairs.slice(1)) }]
  })
}

/** A result counts for the domain it names and its subdomains; a result without a domain does not count. */
function isAbout(domain: string | undefined, from: string): boolean {
  return domain !== undefined && domain !== '' && ownerOf(domainOf(domain)) === ownerOf(from)
}

/** The verdict of another server about a message from the domain `from`. */
function judge(methods: readonly Method[], from: string, by: 'relay' | 'microsoft'): MailAuthentication {
  const [spf, dmarc, arc] = ['spf', 'dmarc', 'arc'].map((name) =>
    methods.find((method) => method.name === name),
  )
  const signatures = methods.filter(({ name }) => name === 'dkim')
  const aligned = signatures.find(
    ({ result, properties }) =>
      result === 'pass' && isAbout(properties.get('header.d') ?? properties.get('header.i'), from),
  )
  const isSpfAligned = spf?.result === 'pass' && isAbout(spf.properties.get('smtp.mailfrom'), from)
  const isDmarcOurs = dmarc !== undefined && isAbout(dmarc.properties.get('header.from'), from)
  const isProven =
    (isDmarcOurs && dmarc.result === 'pass') ||
    (dmarc?.result !== 'fail' && (aligned !== undefined || isSpfAligned))
  return {
    verdict: isProven ? 'verified' : dmarc?.result === 'fail' ? 'failed' : 'unverified',
    by,
    domain: from,
    spf: toResult(spf?.result),
    dkim: toResult((aligned ?? signatures[0])?.result),
    dmarc: toResult(dmarc?.result),
    arc: toResult(arc?.result),
  }
}

const isResults = ({ name }: Header) => name.toLowerCase() === 'authentication-results'

/** The result in the newest header of the trusted relay `id`; undefined when it has none. */
export function readRelayResults(
  headers: readonly Header[],
  id: string,
  fromAddress: string,
): MailAuthentication | undefined {
  for (const { value } of headers.filter(isResults)) {
    const [first = '', ...parts] = withoutComments(value).split(';')
    const [authservId = ''] = first.trim().split(/\s+/)
    if (authservId.toLowerCase() === id.toLowerCase())
      return judge(methodsOf(parts), domainOf(fromAddress), 'relay')
  }
  return undefined
}

/**
 * The result of Exchange, whose header is the newest one and names no server. Undefined for mail inside the
 * tenant: Exchange marks it with a header that it removes from mail from outside.
 */
export function readExchangeResults(
  headers: readonly Header[],
  fromAddress: string,
): MailAuthentication | undefined {
  const authAs = headers.find(({ name }) => name.toLowerCase() === 'x-ms-exchange-organization-authas')
  if (authAs?.value.trim().toLowerCase() === 'internal') return undefined
  const [first] = headers.filter(isResults)
  return judge(
    first === undefined ? [] : methodsOf(withoutComments(first.value).split(';')),
    domainOf(fromAddress),
    'microsoft',
  )
}
