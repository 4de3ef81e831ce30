import { invalid } from '@portal/contract'
import { namesPrivateHost } from './outside-request.ts'

/**
 * Throws 400 for an address that the portal may not have from a person: one of this machine or of a private
 * network, or without TLS, unless `allowPrivate`. The address is the field `address` of the body.
 */
export function requireOutsideAddress(url: URL, allowPrivate: boolean): void {
  if (allowPrivate) return
  if (namesPrivateHost(url))
    throw invalid(
      'body.address',
      'private-address',
      'body.address is an address of this machine or of a private network',
    )
  if (url.protocol !== 'https:')
    throw invalid('body.address', 'malformed', 'body.address must begin with https://')
}
