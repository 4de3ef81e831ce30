import { api, nothing } from '@portal/shared-ui'
import type { Shape } from '@portal/shared-ui'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { z } from 'zod'
import { t } from '../texts.ts'

/** The library, fetched when somebody first uses a passkey: the sign-in page stays small. */
const library = () => import('@simplewebauthn/browser')

const hasChallenge = (value: unknown): boolean => z.object({ challenge: z.string() }).safeParse(value).success
const CreationOptions: Shape<PublicKeyCredentialCreationOptionsJSON> =
  z.custom<PublicKeyCredentialCreationOptionsJSON>(hasChallenge)
const RequestOptions: Shape<PublicKeyCredentialRequestOptionsJSON> =
  z.custom<PublicKeyCredentialRequestOptionsJSON>(hasChallenge)

/** What the browser's refusal means, in words; errors of the portal itself pass through. */
function explained(error: unknown): Error {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError')
    return new Error(t('passkeyStopped'), { cause: error })
  if (name === 'InvalidStateError') return new Error(t('passkeyKnown'), { cause: error })
  return error instanceof Error ? error : new Error(String(error))
}

/** Signs in with a passkey; `autofill` waits for one to be chosen in the field that offers them. */
export async function signInWithPasskey({ autofill }: { autofill: boolean }): Promise<void> {
  const { browserSupportsWebAuthn, startAuthentication } = await library()
  if (!browserSupportsWebAuthn()) throw new Error(t('noPasskeysHere'))
  const optionsJSON = await api.post('/api/auth/webauthn/login/options', {}, RequestOptions)
  const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill }).catch(
    (error: unknown) => {
      throw explained(error)
    },
  )
  await api.post('/api/auth/webauthn/login/verify', answer, nothing)
}

/** Can this browser offer passkeys in a field? */
export async function offersPasskeys(): Promise<boolean> {
  return (await library()).browserSupportsWebAuthnAutofill()
}

/** Ends what a page began, so that the next one may begin its own. */
export async function stopPasskeys(): Promise<void> {
  ;(await library()).WebAuthnAbortService.cancelCeremony()
}

/** Makes a passkey for the person or request of this session. */
export async function createPasskey(): Promise<void> {
  const { browserSupportsWebAuthn, startRegistration } = await library()
  if (!browserSupportsWebAuthn()) throw new Error(t('noPasskeysHere'))
  const optionsJSON = await api.post('/api/auth/webauthn/register/options', {}, CreationOptions)
  const answer = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw explained(error)
  })
  await api.post('/api/auth/webauthn/register/verify', answer, nothing)
}

/** Proves by a passkey that it is still the same person who sits here, for what asks for a fresh proof. */
export async function proveByPasskey(): Promise<void> {
  const { startAuthentication } = await library()
  const optionsJSON = await api.post('/api/auth/webauthn/step-up/options', {}, RequestOptions)
  await api.post('/api/auth/webauthn/step-up/verify', await startAuthentication({ optionsJSON }), nothing)
}
