/**
 * White space, control characters, and characters without a shape, such as zero-width spaces and soft
 * hyphens.
 */
const nothingVisible = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]*$/u

/** Whether a text shows nothing to its reader. Such a text counts as empty wherever it is written. */
export function isEmptyText(text: string): boolean {
  return nothingVisible.test(text)
}

/** Characters without a shape: zero-width spaces and joiners, direction marks, fillers. */
const shapeless = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu

/** A text without the characters that nobody sees, for comparing names that look the same. */
export const visibleText = (text: string): string => text.replaceAll(shapeless, '')
