import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { DomainDeps } from '#domain/deps.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'

/** How long a back end may take an identity for true. */
const identityLifetimeS = 60

/** Before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The key pair that follows from SECRET_KEY, so that all servers have the same and none stores it. */
function keyPairOf(secretKey: string): { id: string; privateKey: KeyObject; x: string } {
  const seed = Buffer.from(hkdfSync('sha256', secretKey, '', 'portal identity for back ends', 32))
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
  const x = String(createPublicKey(privateKey).export({ format: 'jwk' }).x)
  const id = createHash('sha256').update(x).digest('base64url').slice(0, 16)
  return { id, privateKey, x }
}

type Keys = Pick<DomainDeps, 'environment'>

/** The public keys by which back ends check identities (RFC 7517): the present one, then former ones. */
export function publicKeys({ environment }: Keys): { keys: object[] } {
  const secrets = [environment.secretKey, ...environment.oldSecretKeys]
  return {
    keys: secrets.map((secret) => {
      const { id, x } = keyPairOf(secret)
      return { kty: 'OKP', crv: 'Ed25519', x, kid: id, use: 'sig', alg: 'EdDSA' }
    }),
  }
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

interface IdentityOf {
  remote: string
  /** Origin of the back end. An identity is for it alone. */
  audience: string
  method: string
  /** Path and query as the back end is asked. */
  path: string
}

/** Who asks, signed for one back end and a minute: a JSON Web Token with EdDSA (RFC 8037). */
export function signIdentity(
  { environment, clock, ids }: Pick<DomainDeps, 'environment' | 'clock' | 'ids'>,
  { pid, role, org, orgRole }: Pick<SessionUser, 'pid' | 'role' | 'org' | 'orgRole'>,
  { remote, audience, method, path }: IdentityOf,
): string {
  const { id, privateKey } = keyPairOf(environment.secretKey)
  const now = Math.floor(clock.now().getTime() / 1000)
  const claims = {
    iss: environment.publicOrigin,
    aud: audience,
    sub: pid,
    role,
    org: org?.pid ?? null,
    orgRole,
    remote,
    method,
    path,
    iat: now,
    exp: now + identityLifetimeS,
    jti: ids.token(16),
  }
  const signed = `${encode({ alg: 'EdDSA', typ: 'JWT', kid: id })}.${encode(claims)}`
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
}
