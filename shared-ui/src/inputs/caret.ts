import type { FocusEvent } from 'react'

/**
 * Puts the caret at the end of the text, for an editor that is opened or reached by keyboard. A click puts
 * the caret where it was made.
 */
export function caretToEnd({ target }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  target.setSelectionRange(target.value.length, target.value.length)
}
