import { Refusal } from '@portal/contract'
import type { Sayable } from '@portal/contract'

/** The refusal of an unreadable file, with the reason as a sentence. */
export function unreadableTable(sentence: Sayable): Refusal {
  return new Refusal('validation-failed', sentence, {
    errors: [{ path: 'file', code: 'unreadable', detail: sentence }],
  })
}
