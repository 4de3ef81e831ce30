import { api, nothing } from '@portal/shared-ui'
import type { Shape } from '@portal/shared-ui'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { t } from '../texts.ts'

/** Loaded on first use of a passkey, to keep the sign-in page small. */
const library = () => import('@simplewebauthn/browser')

type OptionsJson = PublicKeyCredentialCreationOptionsJSON | PublicKeyCredentialRequestOptionsJSON

/**
 * Options of a ceremony from the server. The browser checks all members; only the challenge is checked here.
 */
const optionsShape = <Options extends OptionsJson>(): Shape<Options> => ({
  parse(value) {
    if (!hasChallenge<Options>(value)) throw new TypeError('The options have no challenge.')
    return value
  },
})

function hasChallenge<Options extends OptionsJson>(value: unknown): value is Options {
  return (
    typeof value === 'object' && value !== null && 'challenge' in value && typeof value.challenge === 'string'
  )
}
const creationOptions = optionsShape<PublicKeyCredentialCreationOptionsJSON>()
const requestOptions = optionsShape<PublicKeyCredentialRequestOptionsJSON>()

/** Translates the browser's error into a sentence; the portal's own errors are returned unchanged. */
function explained(error: unknown): Error {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError')
    return new Error(t('passkeyStopped'), { cause: error })
  if (name === 'InvalidStateError') return new Error(t('passkeyKnown'), { cause: error })
  return error instanceof Error ? error : new Error(String(error))
}

/**
 * Signs in with a passkey; with `autofill` it waits until the user chooses one in the field that offers them.
 */
export async function signInWithPasskey({ autofill }: { autofill: boolean }): Promise<void> {
  const { browserSupportsWebAuthn, startAuthentication } = await library()
  if (!browserSupportsWebAuthn()) throw new Error(t('noPasskeysHere'))
  const optionsJSON = await api.post('/api/auth/webauthn/login/options', {}, requestOptions)
  const result = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill }).catch(
    (error: unknown) => {
      throw explained(error)
    },
  )
  await api.post('/api/auth/webauthn/login/verify', result, nothing)
}

/** Whether this browser can offer passkeys in a field. */
export async function offersPasskeys(): Promise<boolean> {
  return (await library()).browserSupportsWebAuthnAutofill()
}

/** Cancels a pending passkey request, so that the next page can start its own. */
export async function stopPasskeys(): Promise<void> {
  ;(await library()).WebAuthnAbortService.cancelCeremony()
}

/** Creates a passkey for the user or the sign-up request of this session. */
export async function createPasskey(): Promise<void> {
  const { browserSupportsWebAuthn, startRegistration } = await library()
  if (!browserSupportsWebAuthn()) throw new Error(t('noPasskeysHere'))
  const optionsJSON = await api.post('/api/auth/webauthn/register/options', {}, creationOptions)
  const result = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw explained(error)
  })
  await api.post('/api/auth/webauthn/register/verify', result, nothing)
}

/** Step-up with a passkey, for actions that need recent authentication. */
export async function proveByPasskey(): Promise<void> {
  const { startAuthentication } = await library()
  const optionsJSON = await api.post('/api/auth/webauthn/step-up/options', {}, requestOptions)
  await api.post('/api/auth/webauthn/step-up/verify', await startAuthentication({ optionsJSON }), nothing)
}
