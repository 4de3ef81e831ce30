/**
 * Puts the focus where a condition's value is given, or, in a new group, where its first condition is added.
 */
export function focusValue(item: Element | null | undefined): void {
  const value = item?.querySelector<HTMLElement>('[data-value] :is(input, select)')
  const target =
    value ??
    item?.querySelector<HTMLElement>('input[role="combobox"]') ??
    item?.querySelector<HTMLElement>('input, select')
  target?.focus()
}
