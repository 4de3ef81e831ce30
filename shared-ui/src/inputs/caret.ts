import type { FocusEvent } from 'react'

/**
 * A text that gets the focus by opening its editor or by the keyboard is gone on with after its last letter;
 * a click puts the caret where it was made.
 */
export function caretToEnd({ target }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  target.setSelectionRange(target.value.length, target.value.length)
}
