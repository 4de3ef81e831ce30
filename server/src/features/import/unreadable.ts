import { Refusal } from '@portal/contract'

/** A file that cannot be read to its end, told in words. */
export function unreadableTable(sentence: string): Refusal {
  return new Refusal('validation-failed', sentence, {
    errors: [{ path: 'file', code: 'unreadable', detail: sentence }],
  })
}
