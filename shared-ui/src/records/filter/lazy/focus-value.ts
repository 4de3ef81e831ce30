/**
 * Moves the focus to the value input of a condition or, in a new group, to the input that adds its first
 * condition.
 */
export function focusValue(item: Element | null | undefined): void {
  const value = item?.querySelector<HTMLElement>('[data-value] :is(input, select)')
  const target =
    value ??
    item?.querySelector<HTMLElement>('input[role="combobox"]') ??
    item?.querySelector<HTMLElement>('input, select')
  target?.focus()
}
