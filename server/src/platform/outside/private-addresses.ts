import { BlockList, isIP } from 'node:net'

const blocked = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  blocked.addSubnet(network, prefix, 'ipv4')
// An IPv4 address that an IPv6 address contains is compared by its own rules: `::ffff:127.0.0.1`.
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  blocked.addSubnet(network, prefix, 'ipv6')

const withoutBrackets = (host: string) => host.replace(/^\[(.*)\]$/, '$1')

/** Whether a text is an address of this machine, a private network or no host at all, rather than of the internet. */
export function isPrivateAddress(text: string): boolean {
  const address = withoutBrackets(text)
  const kind = isIP(address)
  if (kind === 0) return false
  return blocked.check(address, kind === 4 ? 'ipv4' : 'ipv6')
}

/** The IP address that a host of a URL is; null for a name. */
export function addressOfHost(host: string): string | null {
  const address = withoutBrackets(host)
  return isIP(address) === 0 ? null : address
}
