import { generateKeyPairSync } from 'node:crypto'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { isoBase64URL, isoCBOR, parseAuthenticatorData } from '@simplewebauthn/server/helpers'
import type { PasskeyAuthenticationResponse } from '@portal/contract'
import type { Environment } from '#platform/environment/environment.ts'
import type { PasskeyRow } from './passkeys.queries.ts'
import { relyingParty } from './relying-party.ts'

/**
 * Result of verifying a response to a sign-in challenge. `counter-back`: a device-bound key responded with an
 * old counter.
 */
export type AnswerVerdict =
  | { kind: 'accepted'; counter: number; backedUp: boolean; counterWentBack: boolean }
  | { kind: 'refused'; reason: 'unknown-passkey' | 'not-verified' | 'wrong-handle' | 'counter-back' }

type Key = Pick<PasskeyRow, 'id' | 'public_key' | 'counter'>

/**
 * A key that belongs to nobody. An unknown credential is verified against it, so that it takes as long as a
 * bad signature.
 */
function makeDecoy(): string {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
    format: 'jwk',
  })
  const coordinates: [number, Uint8Array<ArrayBuffer>][] = [
    [-2, isoBase64URL.toBuffer(x)],
    [-3, isoBase64URL.toBuffer(y)],
  ]
  return isoBase64URL.fromBuffer(
    isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([[1, 2], [3, -7], [-1, 1], ...coordinates]),
    ),
  )
}
const decoyKey = makeDecoy()

function counterOf(result: PasskeyAuthenticationResponse): number {
  try {
    return parseAuthenticatorData(isoBase64URL.toBuffer(result.response.authenticatorData)).counter
  } catch {
    // Not authenticator data. The verification that follows refuses it.
    return 0
  }
}

/** Whether the counter failed to increase. Both values are zero for a passkey that does not count. */
const wentBack = (stored: number, received: number) => (stored > 0 || received > 0) && received <= stored

async function verifySignature(
  environment: Environment,
  result: PasskeyAuthenticationResponse,
  challenge: string,
  key: Key,
) {
  const { id, origin } = relyingParty(environment)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: result,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      // The counter is checked here: the library refuses synced passkeys whose devices count separately.
      credential: { id: key.id, publicKey: isoBase64URL.toBuffer(key.public_key), counter: 0 },
    })
    return verified ? authenticationInfo : null
  } catch {
    // The library throws for a wrong origin, challenge, domain or flag and for unreadable bytes. The caller
    // gets the same refusal for all of them.
    return null
  }
}

/**
 * Verifies a browser's response to a challenge with the passkey it names. `passkey` is undefined when there
 * is no such passkey.
 */
export async function verifyResponse(
  environment: Environment,
  result: PasskeyAuthenticationResponse,
  challenge: string,
  passkey: PasskeyRow | undefined,
): Promise<AnswerVerdict> {
  const info = await verifySignature(
    environment,
    result,
    challenge,
    passkey ?? { id: result.id, public_key: decoyKey, counter: 0 },
  )
  if (passkey === undefined) return { kind: 'refused', reason: 'unknown-passkey' }
  if (info === null) return { kind: 'refused', reason: 'not-verified' }
  const handle = result.response.userHandle
  if (handle !== undefined && handle !== passkey.user_handle)
    return { kind: 'refused', reason: 'wrong-handle' }
  const counterWentBack = wentBack(passkey.counter, counterOf(result))
  if (counterWentBack && passkey.device_type === 'singleDevice')
    return { kind: 'refused', reason: 'counter-back' }
  return { kind: 'accepted', counter: info.newCounter, backedUp: info.credentialBackedUp, counterWentBack }
}
