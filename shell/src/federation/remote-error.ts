import { inEnglish } from '@portal/contract'
import type { Sayable } from '@portal/contract'

/** Why a remote did not open. `reason` is shown in the language of the screen; logs have it in English. */
export class RemoteError extends Error {
  readonly reason: Sayable
  constructor(reason: Sayable) {
    super(inEnglish(reason))
    this.reason = reason
  }
}
