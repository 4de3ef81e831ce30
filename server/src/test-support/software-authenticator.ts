import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers'

type Bytes = Uint8Array<ArrayBuffer>

/** Flags of authenticator data. */
const flag = { present: 1, verified: 4, backupEligible: 8, backedUp: 16, attested: 64 } as const

export interface Credential {
  id: string
  privateKey: KeyObject
  userHandle: string
  counter: number
}

/** Parts that a test can falsify. Absent parts are as an honest browser and authenticator create them. */
export interface Tampering {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  userVerified?: boolean
  userPresent?: boolean
  userHandle?: string | null
  signature?: string
  counter?: number
  credentialId?: string
  algorithm?: number
}

export interface AuthenticatorOptions {
  origin?: string
  rpId?: string
  /** A key that may be synced. Its counter stays zero. */
  synced?: boolean
}

const bytes = (text: string): Bytes => new Uint8Array(Buffer.from(text))
const sha256 = (data: Uint8Array): Bytes => new Uint8Array(createHash('sha256').update(data).digest())
const toText = (data: Uint8Array): string => Buffer.from(data).toString('base64url')

/**
 * A passkey device in software, with real CBOR, COSE and ES256, as a browser would pass it on. A test can
 * falsify every part.
 */
export class SoftwareAuthenticator {
  readonly credentials: Credential[] = []
  readonly #origin: string
  readonly #rpId: string
  readonly #synced: boolean

  constructor({
    origin = 'http://localhost:3000',
    rpId = 'localhost',
    synced = false,
  }: AuthenticatorOptions = {}) {
    this.#origin = origin
    this.#rpId = rpId
    this.#synced = synced
  }

  /** The newest credential. */
  get credential(): Credential {
    const newest = this.credentials.at(-1)
    if (newest === undefined) throw new Error('This authenticator holds no passkey yet.')
    return newest
  }

  #clientData(type: string, challenge: string, bent: Tampering): Bytes {
    const data = {
      type: bent.type ?? type,
      challenge: bent.challenge ?? challenge,
      origin: bent.origin ?? this.#origin,
      crossOrigin: false,
    }
    return bytes(JSON.stringify(data))
  }

  #authenticatorData(bent: Tampering, counter: number, attested?: Bytes): Bytes {
    const verified = bent.userVerified === false ? 0 : flag.verified
    const present = bent.userPresent === false ? 0 : flag.present
    const synced = this.#synced ? flag.backupEligible | flag.backedUp : 0
    const flags = new Uint8Array([present | verified | synced | (attested === undefined ? 0 : flag.attested)])
    const count = new Uint8Array(4)
    new DataView(count.buffer).setUint32(0, counter)
    return new Uint8Array(
      Buffer.concat([sha256(bytes(bent.rpId ?? this.#rpId)), flags, count, attested ?? new Uint8Array()]),
    )
  }

  /** The response of `navigator.credentials.create`. */
  create(options: { challenge: string; user: { id: string } }, bent: Tampering = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const id = bent.credentialId ?? toText(randomBytes(32))
    const key = new Map<number, number | Bytes>([
      [1, 2],
      [3, bent.algorithm ?? -7],
      [-1, 1],
      [-2, isoBase64URL.toBuffer(x)],
      [-3, isoBase64URL.toBuffer(y)],
    ])
    const rawId = new Uint8Array(Buffer.from(id, 'base64url'))
    const length = new Uint8Array([rawId.length >> 8, rawId.length & 255])
    const attested = new Uint8Array(Buffer.concat([new Uint8Array(16), length, rawId, isoCBOR.encode(key)]))
    const counter = bent.counter ?? (this.#synced ? 0 : 1)
    const attestation = new Map<string, string | Map<string, never> | Bytes>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, never>()],
      ['authData', this.#authenticatorData(bent, counter, attested)],
    ])
    this.credentials.push({ id, privateKey, userHandle: options.user.id, counter })
    return {
      id,
      rawId: id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: { credProps: { rk: true } },
      response: {
        clientDataJSON: toText(this.#clientData('webauthn.create', options.challenge, bent)),
        attestationObject: toText(isoCBOR.encode(attestation)),
        transports: ['internal', 'hybrid'],
      },
    }
  }

  /** The response of `navigator.credentials.get` with a credential, by default the newest one. */
  get(options: { challenge: string }, bent: Tampering = {}, credential = this.credential) {
    if (!this.#synced) credential.counter += 1
    const clientData = this.#clientData('webauthn.get', options.challenge, bent)
    const data = this.#authenticatorData(bent, bent.counter ?? credential.counter)
    const signed = sign('sha256', Buffer.concat([data, sha256(clientData)]), credential.privateKey)
    const id = bent.credentialId ?? credential.id
    const handle = bent.userHandle === undefined ? credential.userHandle : bent.userHandle
    return {
      id,
      rawId: id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: toText(clientData),
        authenticatorData: toText(data),
        signature: bent.signature ?? toText(signed),
        ...(handle === null ? {} : { userHandle: handle }),
      },
    }
  }
}
