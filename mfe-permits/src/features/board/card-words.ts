import type { AnyRecord, Declaration, Option } from '@portal/contract'

/** The option a coded field of a card stands for. */
export function optionOf(declaration: Declaration, field: string, code: unknown): Option | undefined {
  return declaration.fields[field]?.options?.find((option) => option.code === code)
}

/** What a status is called for whoever looks. */
export function statusLabel(declaration: Declaration, code: unknown): string {
  return optionOf(declaration, 'status', code)?.label ?? String(code)
}

/** A permit's title; its number stands in where it has none. */
export function titleOf({ titleField, numberField }: Declaration, card: AnyRecord): string {
  const [title, number] = [card[titleField], numberField === null ? null : card[numberField]]
  return typeof title === 'string' && title !== '' ? title : typeof number === 'string' ? number : card.pid
}
