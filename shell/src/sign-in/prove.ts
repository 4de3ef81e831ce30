import { isProblem } from '@portal/shared-ui'
import { atom } from '@portal/shared-ui/state'
import type { PortalStore } from '@portal/shared-ui/state'
import { proveByPasskey } from './passkeys.ts'
import { hasMicrosoft } from './sign-in-methods.ts'

/** Asks a user without a passkey to confirm their identity at Microsoft. */
export interface ProofQuestion {
  answer(isProven: boolean): void
}

/** The step-up question the page currently shows; null when there is none. */
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
 * Completes a step-up: with a passkey, or at Microsoft for users who have none. Throws when neither was
 * completed.
 */
export async function prove(store: PortalStore): Promise<void> {
  try {
    await proveByPasskey()
  } catch (error) {
    if (!hasMicrosoft() || !isProblem(error, 'transition-refused')) throw error
    await askForMicrosoft(store)
  }
}
