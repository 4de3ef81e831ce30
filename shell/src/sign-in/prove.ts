import { isProblem } from '@portal/shared-ui'
import { atom } from '@portal/shared-ui/state'
import type { PortalStore } from '@portal/shared-ui/state'
import { proveByPasskey } from './passkeys.ts'
import { hasMicrosoft } from './sign-in-methods.ts'

/** Somebody without a passkey is asked to prove at Microsoft who they are. */
export interface ProofQuestion {
  answer(isProven: boolean): void
}

/** What the page asks at the moment; null when it asks nothing. */
export const proofQuestionAtom = atom<ProofQuestion | null>(null)

function askForMicrosoft(store: PortalStore): Promise<void> {
  return new Promise((resolve, reject) => {
    store.set(proofQuestionAtom, {
      answer: (isProven) => {
        store.set(proofQuestionAtom, null)
        if (isProven) resolve()
        else reject(new Error('Not proved.'))
      },
    })
  })
}

/**
 * Proves that it is still the same person who sits here: by passkey, or at Microsoft for whoever has none.
 * Throws when neither was done.
 */
export async function prove(store: PortalStore): Promise<void> {
  try {
    await proveByPasskey()
  } catch (error) {
    if (!hasMicrosoft() || !isProblem(error, 'transition-refused')) throw error
    await askForMicrosoft(store)
  }
}
