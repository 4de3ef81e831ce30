import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { isLoopback } from './loopback.ts'
import type { ServerEnvironment } from './server.ts'
import { StartRefusal } from './start-refusal.ts'
import { toList } from './variable-types.ts'

/** Proxies that are trusted to report the caller's address and scheme. */
export const proxyVariables = {
  TRUSTED_PROXIES: z.string().optional().meta({
    description:
      'comma list of addresses and CIDR blocks from which X-Forwarded-For and -Proto are believed; required when `PUBLIC_ORIGIN` is not loopback; `none` where nothing in between sends them',
  }),
}
const Proxies = z.object(proxyVariables)

export interface ProxyEnvironment {
  /** Addresses and CIDR blocks whose X-Forwarded-For and X-Forwarded-Proto headers are trusted. */
  trustedProxies: readonly string[]
}

/**
 * The value for setups without a proxy that reports the caller, such as a TLS tunnel. The server then uses
 * the address of the socket.
 */
const nobody = 'none'

function checkProxy(proxy: string): void {
  if (!ipaddr.isValid(proxy) && !ipaddr.isValidCIDR(proxy))
    throw new StartRefusal(
      `TRUSTED_PROXIES names ${proxy}, which is no address and no CIDR block, such as 10.0.0.5 or 10.0.0.0/24.`,
    )
  if (proxy.endsWith('/0'))
    throw new StartRefusal(`TRUSTED_PROXIES names ${proxy}, which is everybody: name the proxies alone.`)
}

export function toProxyEnvironment(
  { TRUSTED_PROXIES }: z.infer<typeof Proxies>,
  { publicOrigin }: ServerEnvironment,
): ProxyEnvironment {
  const proxies = toList(TRUSTED_PROXIES)
  if (proxies.length === 0 && !isLoopback(new URL(publicOrigin).hostname))
    throw new StartRefusal(
      `TRUSTED_PROXIES is missing: people reach ${publicOrigin} by a proxy, and without its address everybody has the same one. Set it to the addresses of that proxy, such as TRUSTED_PROXIES=127.0.0.1 when it runs on this machine, or to none where nothing in between sends X-Forwarded-For.`,
    )
  if (proxies.length === 1 && proxies[0] === nobody) return { trustedProxies: [] }
  for (const proxy of proxies) checkProxy(proxy)
  return { trustedProxies: proxies }
}
